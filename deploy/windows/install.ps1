#Requires -RunAsAdministrator
<#
  Never run by us on Windows: a test checks its lines.

  Installs EGD Library as a service, from the folder of an unpacked release, and registers its nightly tasks:

    powershell -ExecutionPolicy Bypass -File deploy\windows\install.ps1 -WinSW C:\Downloads\WinSW-x64.exe -Backups D:\Backups\EGD-Library

  WinSW is not in the release: download WinSW-x64.exe 2.12 or newer from https://github.com/winsw/winsw/releases. Run again
  after an upgrade from the new folder; settings and data stay. Without -Backups there is no task for the backup.
#>
param(
  [Parameter(Mandatory)] [string] $WinSW,
  [string] $Backups = ''
)
$ErrorActionPreference = 'Stop'
$release = (Resolve-Path (Join-Path $PSScriptRoot '..\..')).Path
$data = Join-Path $env:ProgramData 'EGD Library'
$settings = Join-Path $data 'egd-library.env'
$service = Join-Path $release 'egd-library.exe'
$account = 'S-1-5-20'  # NetworkService, in every language

function Invoke-Program([string] $file, [string[]] $words) {
  & $file @words
  if ($LASTEXITCODE -ne 0) { throw "$file $words ended with $LASTEXITCODE." }
}

# 1. Data and settings: for administrators, the system and the service only.
New-Item -ItemType Directory -Force -Path $data, (Join-Path $data 'data') | Out-Null
Invoke-Program icacls @($data, '/inheritance:r', '/grant:r', '*S-1-5-32-544:(OI)(CI)F', '*S-1-5-18:(OI)(CI)F', "*${account}:(OI)(CI)M")
if (-not (Test-Path $settings)) {
  Copy-Item (Join-Path $PSScriptRoot 'egd-library.env') $settings
  Write-Host "Change the settings in $settings, then run this script again."
  exit 0
}

# 2. The service. An older one is removed first; its settings and data are elsewhere.
if (Get-Service egd-library -ErrorAction SilentlyContinue) {
  Stop-Service egd-library
  Invoke-Program sc.exe @('delete', 'egd-library')
}
Copy-Item $WinSW $service -Force
Copy-Item (Join-Path $PSScriptRoot 'egd-library.xml') (Join-Path $release 'egd-library.xml') -Force
Invoke-Program $service @('install')

# 3. The tasks, as the account of the service: backup and verify every night, purge every week.
function Register-Upkeep([string] $name, [string[]] $commands, $trigger) {
  $actions = $commands | ForEach-Object {
    New-ScheduledTaskAction -Execute (Join-Path $release 'bin\node.exe') -Argument "cli\main.js $_" -WorkingDirectory $release
  }
  $user = New-ScheduledTaskPrincipal -UserId $account -LogonType ServiceAccount
  $options = New-ScheduledTaskSettingsSet -StartWhenAvailable -ExecutionTimeLimit (New-TimeSpan -Hours 12) -MultipleInstances IgnoreNew
  Register-ScheduledTask -TaskName $name -TaskPath '\EGD Library\' -Action $actions -Trigger $trigger -Principal $user -Settings $options -Force | Out-Null
}
if ($Backups -ne '') {
  if (-not (Test-Path $Backups)) { throw "There is no folder $Backups. Make it, on another disk than the library." }
  Invoke-Program icacls @($Backups, '/grant', "*${account}:(OI)(CI)M")
  Register-Upkeep 'Backup' @("backup --in ""$Backups"" --keep 7d,4w,12m", "verify --in ""$Backups""") (New-ScheduledTaskTrigger -Daily -At 2:15am)
}
Register-Upkeep 'Purge' @('purge --days 90') (New-ScheduledTaskTrigger -Weekly -DaysOfWeek Sunday -At 3:30am)

Start-Service egd-library
Write-Host 'EGD Library is installed. A first account: .\library user add NAME --role EGD_LIB'
Write-Host 'Then: .\library doctor'
