import { fork } from 'node:child_process';
import { hash as hashOf } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Config } from '../../server/config/config.ts';
import type { Db } from '../../server/db/schema.ts';
import { changeLibrary } from '../../server/changes/change.ts';
import { deleteDocuments, saveCustomers } from '../../server/catalogue/editing.ts';
import { Answers } from '../../server/search/index/answers.ts';
import { indexPathsIn, removeIndexFiles } from '../../server/search/index/index-file.ts';
import { reportOnIndex } from '../../server/search/index/index-report.ts';
import type { WorkerOrder } from '../../server/jobs/steps.ts';
import { LibraryIndex } from '../../server/search/index/library-index.ts';
import { randomFrom } from '../drill/drill.ts';
import { startLibrary, temporaryFolder, type TestLibrary } from '../harness.ts';
import { times } from '../times.ts';

const kills = times({ short: 10, full: 50 });
const entries = 600;
const words = ['zinc', 'passivation', 'Überzug', 'torque', 'M10x1.5', 'salt', 'spray', '試験'];
const script = path.join(import.meta.dirname, '../../server/job-child.ts');

test('an index whose process is killed again and again, while all changes, is the one that is built in peace', async () => {
  const library = await startLibrary(onTestFinished, {
    entries: Array.from({ length: entries }, (_, at) => ({
      customer: `Customer ${at % 7}`,
      doc_num: `N-${Math.floor(at / 3)}`,
      doc_desc: `Part ${at}`,
      doc_rev: String(at % 3),
    })),
  });
  const random = randomFrom(20_261_116);
  for (const { id } of await library.db.selectFrom('documents').select('id').execute()) {
    await giveText(library.db, id, textOf(id, random));
  }
  const paths = indexPathsIn(library.config.dataDir);
  let cutShort = 0;
  for (let kill = 0; kill < kills; kill++) {
    const child = start(library.config);
    if (kill % 10 === 5) removeIndexFiles(paths.file);
    const changing = changeSomething(library, random, kill);
    await pause(300 + random(1200));
    child.kill('SIGKILL');
    await Promise.all([once(child, 'exit'), changing]);
    const report = await reportOnIndex(library.db, paths);
    if (report.state !== 'whole' || report.behind > 0) cutShort += 1;
  }
  expect(cutShort).toBeGreaterThan(0);
  const last = start(library.config);
  await expect
    .poll(() => reportOnIndex(library.db, paths), { timeout: 600_000, interval: 200 })
    .toMatchObject({ state: 'whole', behind: 0 });
  last.disconnect();
  await once(last, 'exit');

  const fresh = indexPathsIn(await temporaryFolder(onTestFinished));
  const built = await LibraryIndex.create(fresh.file, library.db);
  while (await built.step());
  built.close();
  expect(indexedIn(paths.file)).toEqual(indexedIn(fresh.file));
  expect(await reportOnIndex(library.db, paths)).toMatchObject({
    entries: (await library.db.selectFrom('documents').select('id').execute()).length,
  });
  for (const q of [...words, 'n-17', 'part 40', 'customer', 'renamed', '"salt spray"', 'news']) {
    expect({ q, ...answersOf(paths.file, q) }).toEqual({ q, ...answersOf(fresh.file, q) });
  }
}, 600_000);

function start(config: Config) {
  const child = fork(script, ['worker'], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.send({ config, holder: 'a test', steps: ['index'] } satisfies WorkerOrder);
  return child;
}

async function changeSomething(
  { db, library, add }: TestLibrary,
  random: (below: number) => number,
  round: number,
): Promise<void> {
  const documents = await db.selectFrom('documents').select(['id', 'version']).execute();
  const some = () => documents[random(documents.length)] ?? { id: 0, version: 0 };
  for (let change = 0; change < 4; change++) {
    await giveText(db, some().id, `${textOf(some().id, random)} news`);
  }
  await add({ customer: `Customer ${round % 7}`, doc_num: `N-${round}`, doc_rev: `${round + 10}` });
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    deleteDocuments(tx, [some()], change),
  );
  const customer = await db
    .selectFrom('customers')
    .select(['id', 'version'])
    .orderBy('id')
    .offset(round % 7)
    .limit(1)
    .executeTakeFirstOrThrow();
  const row = { ...customer, customer: `Renamed ${customer.id} in ${round}` };
  await changeLibrary(library, { user: 'jsmith' }, (tx, change) =>
    saveCustomers(tx, [row], change),
  );
}

/** A file with this text on two pages, as a scan would have kept it. */
async function giveText(db: Db, document_id: number, text: string): Promise<void> {
  const hash = hashOf('sha256', text);
  const at = new Date().toISOString();
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('contents')
      .values({ hash, bytes: 1, state: 'readable', pages: 2, read_at: at, extraction: 2 })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    await tx
      .insertInto('page_texts')
      .values([
        { hash, page: 1, text },
        { hash, page: 2, text: `${text} again` },
      ])
      .onConflict((conflict) => conflict.columns(['hash', 'page']).doNothing())
      .execute();
    const { id } = await tx
      .insertInto('files')
      .values({
        path: `${document_id} ${hash}.pdf`,
        name: `${hash}.pdf`,
        name_key: hash,
        depth: 0,
        bytes: 1,
        modified_ns: '1',
        inode: '1',
        seen_at: at,
        settled_at: at,
        hash,
        verdict: 'matched',
      })
      .onConflict((conflict) => conflict.column('path').doUpdateSet({ hash }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await tx
      .insertInto('entry_files')
      .values({ document_id, file_id: id })
      .onConflict((conflict) => conflict.column('document_id').doUpdateSet({ file_id: id }))
      .execute();
  });
}

function textOf(id: number, random: (below: number) => number): string {
  const chosen = Array.from({ length: 60 }, () => words[random(words.length)]);
  return `${id} ${chosen.join(' ')}`;
}

function indexedIn(file: string): unknown[] {
  const opened = new DatabaseSync(file, { readOnly: true });
  const rows = opened
    .prepare(
      `select entries.*, hash, version, pages, state from entries
       left join texts on texts.id = content order by entries.row`,
    )
    .all()
    .map(({ content: _, ...row }) => row); // contents are numbered as they come
  opened.close();
  return rows;
}

/** What is found, in its order, on which pages, and how much of it. */
function answersOf(file: string, q: string) {
  const answers = new Answers({ file, database: { kind: 'sqlite', file: '', migrates: false } }); // it is not asked
  const all = { customer_id: null, language: null, latest: false, limit: 50, after: null };
  const { hits, total, facets } = answers.search({ q, ...all });
  const { hits: entries } = answers.quickOpen({ q });
  answers.close();
  return { hits, total, facets, entries };
}
