import path from 'node:path';

/**
 * Where the processes that tests start keep their compiled code, as those of a real library do
 * (server/main.js): each starts with half the processor time.
 */
export const compileCache = path.join(import.meta.dirname, '../node_modules/.cache/egd-library');
