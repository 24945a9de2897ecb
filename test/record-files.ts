import type { DatabaseSettings } from '../server/config/config.ts';
import { openDatabase } from '../server/db/open.ts';

// A program of its own that records files, as the server does after an upload: for a test that must
// have it done in the middle of a call that cannot wait.

const [settings = '', ...names] = process.argv.slice(2);
const db = await openDatabase({ database: JSON.parse(settings) as DatabaseSettings });
const rows = names.map((name) => ({
  path: name,
  name,
  name_key: name.toLowerCase(),
  depth: 0,
  bytes: 9,
  modified_ns: '1',
  inode: '1',
  seen_at: 'now',
  settled_at: 'now',
  verdict: 'checking' as const,
}));
await db.insertInto('files').values(rows).execute();
await db.destroy();
