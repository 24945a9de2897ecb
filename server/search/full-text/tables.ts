import type { DatabaseSync } from 'node:sqlite';

/** Makes the tables of the full text, which is empty. */
export function createTexts(_file: DatabaseSync): void {}
