import { afterAll, beforeAll } from 'vitest';
import type { CleanUp } from './clean-up.ts';

/** What the tests of a file (or of a `describe`) share, none of which disturbs another: it ends with the last of them. */
export function shared<T>(start: (cleanUp: CleanUp) => Promise<T>): () => T {
  const undos: (() => Promise<void>)[] = [];
  let started: T | undefined;
  beforeAll(async () => {
    started = await start((undo) => undos.push(undo));
  });
  afterAll(async () => {
    for (const undo of undos.toReversed()) await undo();
  });
  return () => {
    if (started === undefined) throw new Error('It is started before the first test.');
    return started;
  };
}
