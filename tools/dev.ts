import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

// Starts the server, which restarts at each change, and Vite in front of it for the web application.
// Both are started without a shell, so that a signal reaches them and not only the shell.

const vite = path.join(import.meta.dirname, '..', 'node_modules', 'vite', 'bin', 'vite.js');
const parts: ChildProcess[] = [['--watch', 'server/main.js'], [vite]].map((args) =>
  spawn(process.execPath, args, { stdio: 'inherit' }),
);

function endAll(): void {
  for (const part of parts) part.kill('SIGTERM');
}

for (const part of parts) {
  part.once('exit', (code) => {
    process.exitCode = code ?? 0;
    endAll();
  });
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, endAll);
