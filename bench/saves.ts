import { copyFile } from 'node:fs/promises';
import { login } from '#contract/auth.ts';
import { saveDocuments } from '#contract/editing.ts';
import { fileNameKey } from '#contract/file-name.ts';
import { buildApp } from '../server/app.ts';
import { addUser } from '../server/auth/accounts.ts';
import { findDocument } from '../server/catalogue/documents.ts';
import { readConfig } from '../server/config/config.ts';
import type { Db } from '../server/db/schema.ts';
import { openLibrary } from '../server/library.ts';
import { matchingFollower } from '../server/matching/follower.ts';
import { databaseIn, prepareCorpus } from './corpus.ts';
import { corpusSize } from './corpus-entries.ts';
import { circumstances, keepResults, say, table } from './table.ts';

// What we want: no row costs the server more processor time, on average.
const mostMsARow = 15;

const ownerlessFiles = 5000;
const saves = 200;

type Measured = { name: string; msARow: number };
type Fields = { doc_num: string; doc_desc: string; doc_rev: string };

/** What a librarian's cell costs the server in a large library with many files that have no entry. */
export async function benchSaves(dir: string): Promise<boolean> {
  const about = circumstances();
  const corpus = await prepareCorpus();
  const config = readConfig({ DATA_DIR: dir, PORT: '0', LOG_LEVEL: 'silent' });
  await copyFile(databaseIn(corpus.dataDir), databaseIn(dir));
  const library = await openLibrary(config);
  const { db } = library;
  const app = await buildApp({ config, library, webDir: null });
  await addOwnerlessFiles(db);
  const cookie = await signIn(db, app);

  const measure = async (name: string, change: (row: Fields) => Fields): Promise<Measured> => {
    const rows = await Promise.all(
      Array.from({ length: saves }, (_, at) => findDocument(db, 1 + at * 97)),
    );
    const before = process.cpuUsage();
    for (const row of rows) {
      if (row === null) throw new Error('The corpus lacks an entry.');
      const { id, version, customer, language } = row;
      const edited = { id, version, customer, language, ...change(row) };
      const payload = { rows: [edited] };
      const answer = await app.inject({ ...saveDocuments, payload, headers: { cookie } });
      const [result] = answer.json<{ results?: { outcome: string }[] }>().results ?? [];
      if (result?.outcome !== 'saved') throw new Error(answer.body);
    }
    const { user, system } = process.cpuUsage(before);
    return { name, msARow: (user + system) / 1000 / saves };
  };
  const fieldsOf = ({ doc_num, doc_desc, doc_rev }: Fields) => ({ doc_num, doc_desc, doc_rev });
  const describe = (text: string) => (row: Fields) => ({ ...fieldsOf(row), doc_desc: text });
  await measure('warming up', describe('Warm'));
  const measured = [
    await measure('a description', describe('Other words')),
    await measure('a revision', (row) => ({ ...fieldsOf(row), doc_rev: `${row.doc_rev}x` })),
    await measure('a number', (row) => ({ ...fieldsOf(row), doc_num: `${row.doc_num}-7` })),
  ];
  await app.close();
  await db.destroy();
  const file = await keepResults('saves', { circumstances: about, ownerlessFiles, measured });
  console.log(
    `\nProcessor time of a save, ${corpusSize.entries} entries, ${ownerlessFiles} files without one`,
  );
  console.log(table(['changes', 'ms a row', 'wanted', 'met'], measured.map(asRow)));
  console.log(`Kept in ${file}`);
  return measured.every(isMet);
}

function isMet({ msARow }: Measured): boolean {
  return msARow <= mostMsARow;
}

function asRow(measured: Measured): string[] {
  const { name, msARow } = measured;
  return [name, msARow.toFixed(1), `≤ ${mostMsARow}`, isMet(measured) ? 'yes' : 'NO'];
}

/** Names as in real folders: of another revision, nearly right, and of no standard at all. */
async function addOwnerlessFiles(db: Db): Promise<void> {
  say(`adding ${ownerlessFiles} files without an entry`);
  const rows = [];
  for (let at = 0; at < ownerlessFiles; at++) {
    const entry = await findDocument(db, 1 + at * 150);
    const number = entry?.doc_num ?? `X-${at}`;
    const names = [`${number}_EN_9${at % 10}.pdf`, `${number} EN rev 77.pdf`, `Minutes ${at}.pdf`];
    const name = names[at % names.length] ?? '';
    rows.push({
      path: name,
      name,
      name_key: fileNameKey(name),
      depth: 0,
      bytes: 1,
      modified_ns: '1',
      inode: String(at),
      seen_at: '2026-11-01T00:00:00.000Z',
      settled_at: '2026-11-01T00:00:00.000Z',
      verdict: 'checking' as const,
    });
  }
  for (let at = 0; at < rows.length; at += 500) {
    await db
      .insertInto('files')
      .values(rows.slice(at, at + 500))
      .execute();
  }
  await db.transaction().execute((tx) => matchingFollower.rebuild(tx));
}

async function signIn(db: Db, app: Awaited<ReturnType<typeof buildApp>>): Promise<string> {
  const librarian = { name: 'bench-librarian', password: 'a bench needs no secret' };
  await addUser(db, { ...librarian, roles: ['EGD_LIB', 'EGD_LIB_EDIT'] }, new Date());
  const payload = { username: librarian.name, password: librarian.password };
  const answer = await app.inject({ method: login.method, url: login.url, payload });
  const [cookie] = answer.cookies;
  if (cookie === undefined) throw new Error(`No sign-in: ${answer.body}`);
  return `${cookie.name}=${cookie.value}`;
}
