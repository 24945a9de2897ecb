import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { isRelease } from './build.ts';
import { ConfigError } from './config.ts';
import { removedSettings, whyNotFolder } from './removed-settings.ts';
import { allSettings, settingMeantBy } from './setting-names.ts';
import type { Environment } from './settings-reader.ts';

/** Where the settings of a service are, if `EGD_ENV_FILE` names no other file. Only a release looks there. */
const systemFile =
  process.platform === 'win32'
    ? path.join(process.env['ProgramData'] ?? 'C:\\ProgramData', 'EGD Library', 'egd-library.env')
    : '/etc/egd-library.env';

/** The settings, and where they come from. */
export type GivenSettings = {
  environment: Environment;
  /** The file that was read; null if there is none. */
  file: string | null;
  /** Lines and names in the file that have no effect. */
  faults: string[];
  /** Variables of the process that look like a mistyped setting. */
  notes: string[];
};

/**
 * The process's variables, which override those of one file: the one that `EGD_ENV_FILE` names, in a release the
 * system's, else `.env` of the folder. Server and command line read the same one.
 */
export function readEnvironment(
  folder: string,
  processEnv: Environment,
  defaultFile = isRelease() ? systemFile : null,
): GivenSettings {
  const ownNames = Object.keys(processEnv).filter((name) => !allSettings().has(name));
  const notes = ownNames.flatMap((name) => withoutEffect(name) ?? []);
  const named = processEnv['EGD_ENV_FILE']?.trim() || null;
  const beside = path.join(folder, '.env');
  const file =
    named ?? [defaultFile, beside].find((one) => one !== null && existsSync(one)) ?? null;
  if (file === null) return { environment: processEnv, file, faults: [], notes };
  const text = readSettings(file, named, processEnv);
  if (text === null) {
    const words = `This user may not read ${file}: only the environment counts.`;
    return { environment: processEnv, file: null, faults: [], notes: [...notes, words] };
  }
  const environment = { ...parseEnv(text), ...processEnv };
  if (file !== beside) requireFullPaths(file, environment);
  return { environment, file, faults: faultsIn(text, file), notes };
}

/** Null if a service was given the settings by its manager, who could read the file. */
function readSettings(file: string, named: string | null, processEnv: Environment): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (named === null && processEnv['DATA_DIR'] !== undefined) return null;
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'it failed';
    const mend =
      code === 'EACCES'
        ? ' Run it as root, or as the user of the service.'
        : ' Correct EGD_ENV_FILE.';
    const fault = code === 'ENOENT' ? `${file} not found.` : `${file} cannot be read (${code}).`;
    throw new ConfigError([fault + mend]);
  }
}

// The command line runs in any folder: with a relative path it would open another library.
function requireFullPaths(file: string, environment: Environment): void {
  const faults = ['DATA_DIR', 'SHARE_DIR'].filter((name) => {
    const value = environment[name]?.trim() || null;
    if (value === null) return name === 'DATA_DIR';
    return !path.isAbsolute(value) && whyNotFolder(value) === null; // which `readConfig` refuses
  });
  if (faults.length === 0) return;
  throw new ConfigError(
    faults.map(
      (name) => `${name} must be a full path, because commands in any folder read ${file}.`,
    ),
  );
}

// Read by Node, by the C library or by the programs that we start.
const foreign =
  /^(NODE_\w+|UV_\w+|MALLOC_\w+|LC_\w+|LANG|TZ|PATH|HOME|TMPDIR|TEMP|TMP|SSL_CERT_\w+)$/;

/** What has no effect in a file of settings; never a value, which may be secret. */
function faultsIn(text: string, file: string): string[] {
  const seen = new Set<string>();
  return linesOf(text).flatMap(({ line, name }) => {
    const where = `line ${line} of ${file}`;
    if (name === null) return `${where} is no setting: write NAME=value.`;
    if (seen.has(name)) return `${where} sets ${name} again: the last line counts.`;
    seen.add(name);
    if (allSettings().has(name) || foreign.test(name)) return [];
    return withoutEffect(name, where) ?? `${where}: unknown setting ${name}, ignored.`;
  });
}

/** A setting that was removed, or mistyped. */
function withoutEffect(name: string, where = 'the environment'): string | null {
  const instead = removedSettings[name];
  if (instead !== undefined) return `${where}: ${name} no longer exists: ${instead}.`;
  const meant = settingMeantBy(name);
  return meant === null ? null : `${where}: ${name} has no effect. Did you mean ${meant}?`;
}

type Line = { line: number; name: string | null };

/** The assignments of a file, as Node's parser reads them: a quoted value may have several lines. */
function linesOf(text: string): Line[] {
  const found: Line[] = [];
  let quote: string | null = null;
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (quote !== null) {
      if (line.includes(quote)) quote = null;
      continue;
    }
    if (/^\s*(#.*)?$/.test(line)) continue;
    const [, name = null, value = ''] =
      /^\s*(?:export\s+)?([A-Za-z_][\w.-]*)\s*=\s*(.*)$/.exec(line) ?? [];
    found.push({ line: at + 1, name });
    const [first = ''] = value;
    const isOpen = '"\'`'.includes(first) && first !== '' && !value.slice(1).includes(first);
    if (
      isOpen &&
      text
        .split(/\r?\n/)
        .slice(at + 1)
        .join('\n')
        .includes(first)
    )
      quote = first;
  }
  return found;
}
