import { type ChildProcess, spawn } from 'node:child_process';

// The server, started again with each change, and Vite in front of it for the web application.

const parts: ChildProcess[] = ['node --watch server/main.js', 'vite'].map((command) =>
  spawn(command, { shell: true, stdio: 'inherit' }),
);
for (const part of parts) {
  part.once('exit', (code) => {
    for (const other of parts) other.kill();
    process.exitCode = code ?? 0;
  });
}
process.once('SIGINT', () => {}); // the parts end by themselves; we wait for them
