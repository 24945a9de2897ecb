import { spawnSync } from 'node:child_process';

// Installs tesseract, with which the tests of OCR read scans, if we may. Without it they are skipped;
// where NOTHING_SKIPPED is set, as in CI, they fail.

const present = () => spawnSync('tesseract', ['--version']).status === 0;
const mayInstall = process.getuid?.() === 0 && process.platform === 'linux';

if (!present() && mayInstall) {
  const command =
    'apt-get update -qq && apt-get install -y -qq --no-install-recommends tesseract-ocr tesseract-ocr-deu';
  console.log(command);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, { shell: true, stdio: 'inherit', env });
}
console.log(present() ? 'Tesseract: present' : 'Tesseract: absent, OCR is not tested');
