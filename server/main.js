import { enableCompileCache } from 'node:module';
import path from 'node:path';

// What must be settled before anything else is loaded. Not TypeScript itself: the eraser of types
// would have to be loaded for this one file, and it stays in memory.

// A share that hangs keeps file threads; the default of four would leave none for anything else.
process.env['UV_THREADPOOL_SIZE'] ??= '44';

// Types are erased once and not at every start: 127 MB when idle instead of 145.
enableCompileCache(path.join(import.meta.dirname, '..', 'node_modules', '.cache', 'egd-library'));

const { readConfig, readEnvironment } = await import('./config.ts');
const { closeOnSignal, failToStart, serve } = await import('./serve.ts');

try {
  closeOnSignal(await serve(readConfig(readEnvironment(process.cwd(), process.env))));
} catch (error) {
  failToStart(error);
}
