import type { Db } from '../db/schema.ts';
export async function judgeAfterChange(_db: Db): Promise<void> {}
