import type { UploadStatus } from '#contract/upload-status.ts';
import type { Db } from '../db/schema.ts';
export async function statusesOf(
  _db: Db,
  _e: readonly { id: number }[],
): Promise<Map<number, UploadStatus>> {
  return new Map();
}
