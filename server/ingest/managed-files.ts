import type { ManagedFile } from '#contract/ingest.ts';
import type { Db } from '../db/schema.ts';
export async function managedFiles(_db: Db, _ids: readonly number[]): Promise<ManagedFile[]> {
  return [];
}
