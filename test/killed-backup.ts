import { backupLibrary, type BackupStep } from '../server/backup/backup.ts';
import { readConfig } from '../server/config/config.ts';

// A backup in a process of its own that ends at a step as by `kill -9`: nothing is tidied up.

const [target = '', killAt] = process.argv.slice(2);
let done = 0;
await backupLibrary({
  config: readConfig(process.env),
  target,
  withFiles: 'copy',
  onProgress(step: BackupStep) {
    done += 1;
    if (`${step}` === killAt || `${done}` === killAt) process.kill(process.pid, 'SIGKILL');
  },
});
