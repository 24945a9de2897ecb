import { rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Static } from 'typebox';
import type { listMissingReferences, readReferences } from '#contract/references.ts';
import { type LibraryOptions, startManaging } from '../../test/harness.ts';
import { textPdf } from '../../test/pdfs.ts';
import { buildApp } from '../app.ts';
import { openLibrary } from '../library.ts';
import { ReferencesKeeper } from './references-keeper.ts';

type References = Static<typeof readReferences.response>;
type Missing = Static<typeof listMissingReferences.response>;
type Managed = {
  id: number;
  version: number;
  customer: string;
  doc_num: string;
  doc_desc: string;
  language: string | null;
  doc_rev: string;
};
type Asked = { doc_num: string; customer?: string; language?: string; doc_rev?: string };

/** A library whose PDFs are read and searched for references. */
async function startCiting({
  pdfs = {},
  ...options
}: LibraryOptions & { pdfs?: Record<string, string[]> }) {
  const library = await startManaging(onTestFinished, options);
  const keeper = new ReferencesKeeper({ db: library.db });
  const put = async (files: Record<string, string[]>) => {
    for (const [name, pages] of Object.entries(files)) {
      await library.write(name, await textPdf(...pages));
    }
    await library.scan();
  };
  await put(pdfs);
  await keeper.follow();
  const addressOf = (asked: Asked) => {
    const whole = { customer: 'Aurora Motors', language: 'EN', doc_rev: '1', ...asked };
    return `/vue-egd-lib/api/references?${new URLSearchParams(whole)}`;
  };
  return {
    ...library,
    keeper,
    put,
    follow: () => keeper.follow(),
    addressOf,
    async references(asked: Asked): Promise<References> {
      const url = addressOf(asked);
      const answer = await library.app.inject({ url, headers: { cookie: library.cookie } });
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json<References>();
    },
    /** The numbers that a document cites, with their pages. */
    async cites(doc_num: string): Promise<string[]> {
      const { cites } = await this.references({ doc_num });
      return cites.map((one) => `${one.doc_num}: ${one.mentions.map(({ page }) => page).join()}`);
    },
    async citedBy(doc_num: string): Promise<string[]> {
      const { cited_by } = await this.references({ doc_num });
      return cited_by.map((one) => `${one.doc_num} ${one.doc_rev}: ${one.pages.join()}`);
    },
  };
}

const threeNumbers = [
  { doc_num: 'AM 100 10', doc_desc: 'General rules' },
  { doc_num: 'AM 100 20', doc_desc: 'Coating' },
  { doc_num: 'AM 100 30', doc_desc: 'Testing' },
];

test('a document cites the standards whose numbers are in it, with page and position, but not itself', async () => {
  const library = await startCiting({
    entries: [...threeNumbers, { doc_num: 'AM 100 20', doc_rev: '2', doc_desc: 'Coating, new' }],
    pdfs: {
      'AM 100 10_EN_1.pdf': [
        'AM 10010. Parts are coated as in AM 100 20 Rev. 1.',
        'Again AM-100-20.',
      ],
      'AM 100 20_EN_2.pdf': ['AM 100 20'],
    },
  });
  const { state, cites, cited_by } = await library.references({ doc_num: 'AM 100 10' });
  expect(state).toBe('read');
  expect(cited_by).toEqual([]);
  expect(cites).toEqual([
    {
      customer: 'Aurora Motors',
      doc_num: 'AM 100 20',
      doc_desc: 'Coating, new',
      language: 'EN',
      doc_rev: '2',
      has_file: true,
      status: 'latest',
      is_outdated: true,
      mentions: [
        { page: 1, boxes: [expect.any(Array)], doc_rev: '1' },
        { page: 2, boxes: [expect.any(Array)], doc_rev: null },
      ],
    },
  ]);
  const [left = 0, top = 0, width = 0, height = 0] = cites[0]?.mentions[0]?.boxes[0] ?? [];
  expect([left > 200, top > 60, width > 40, width < 120, height > 5]).toEqual(
    Array.from({ length: 5 }, () => true),
  );

  const cited = await library.references({ doc_num: 'AM 100 20', doc_rev: '1' });
  expect(cited).toMatchObject({
    state: 'no_file',
    cites: [],
    cited_by_total: 1,
    cited_by: [{ doc_num: 'AM 100 10', doc_rev: '1', pages: [1, 2], status: 'latest' }],
  });
});

test('citations follow the catalogue: entries that are added, renamed, withdrawn and deleted', async () => {
  const library = await startCiting({
    entries: threeNumbers,
    pdfs: { 'AM 100 10_EN_1.pdf': ['See AM 100 20, AM 100 40 and ZX-77-A.'] },
  });
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 20: 1']);

  await library.add({ doc_num: 'AM-10040' });
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 20: 1', 'AM-10040: 1']);

  await library.add({ doc_num: 'ZX 77-A' }); // of a new shape
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 20: 1', 'AM-10040: 1']);
  await library.follow();
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 20: 1', 'AM-10040: 1', 'ZX 77-A: 1']);

  const entryOf = async (doc_num: string) => {
    const { data } = await library.read<{ data: Managed[] }>('documents');
    const entry = data.find((one) => one.doc_num === doc_num);
    if (entry === undefined) throw new Error(`There is no ${doc_num}.`);
    const { id, version, customer, doc_desc, language, doc_rev } = entry;
    return { id, version, customer, doc_num, doc_desc, language, doc_rev };
  };
  const renamed = { ...(await entryOf('ZX 77-A')), doc_num: 'ZX 78-A' };
  expect((await library.post('documents/save', { rows: [renamed] })).statusCode).toBe(200);
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 20: 1', 'AM-10040: 1']);

  const { id, version } = await entryOf('AM 100 20');
  const notice = { kind: 'withdrawn', on: null, remark: '', replaced_by: null };
  await library.post('standards/notice', { document_id: id, notice });
  const { cites } = await library.references({ doc_num: 'AM 100 10' });
  expect(cites.map((one) => one.status)).toEqual(['withdrawn', 'latest']);

  const deleted = await library.post('documents/delete', { rows: [{ id, version }] });
  expect(deleted.statusCode).toBe(200);
  expect(await library.cites('AM 100 10')).toEqual(['AM-10040: 1']);
});

test('citations follow the file', async () => {
  const library = await startCiting({
    entries: threeNumbers,
    // The second one stays: a scan does not trust a folder that is suddenly empty.
    pdfs: { 'AM 100 10_EN_1.pdf': ['See AM 100 20.'], 'AM 100 20_EN_1.pdf': ['Coating'] },
  });
  await rm(path.join(library.config.shareDir, 'AM 100 10_EN_1.pdf'));
  await library.scan();
  expect(await library.references({ doc_num: 'AM 100 10' })).toMatchObject({
    state: 'no_file',
    cites: [],
  });
  expect(await library.citedBy('AM 100 20')).toEqual([]);

  await library.put({ 'AM 100 10_EN_1.pdf': ['Nothing here.', 'See AM 100 30.'] });
  expect((await library.references({ doc_num: 'AM 100 10' })).state).toBe('waiting');
  await library.follow();
  expect(await library.cites('AM 100 10')).toEqual(['AM 100 30: 2']);
  expect(await library.citedBy('AM 100 30')).toEqual(['AM 100 10 1: 2']);
});

test('a document without text cites nothing that we can see', async () => {
  const library = await startCiting({
    entries: threeNumbers,
    pdfs: { 'AM 100 10_EN_1.pdf': [''] },
  });
  expect((await library.references({ doc_num: 'AM 100 10' })).state).toBe('no_text');
});

test('if several standards have one number, a document cites the one of its customer and language', async () => {
  const number = 'JSC-1003';
  const library = await startCiting({
    entries: [
      { doc_num: 'AM 100 10', language: 'DE' },
      { doc_num: 'BO 200 10', customer: 'Boreal Air' },
      { doc_num: 'CO 300 10', customer: 'Corvid' },
      { doc_num: number },
      { doc_num: number, language: 'DE' },
      { doc_num: number, customer: 'Boreal Air', doc_desc: 'of Boreal' },
    ],
    pdfs: {
      'AM 100 10_DE_1.pdf': ['JSC-1003, sheet A'],
      'BO 200 10_EN_1.pdf': ['JSC-1003, sheet B'],
      'CO 300 10_EN_1.pdf': ['JSC-1003, sheet C'],
    },
  });
  const citedBy = async (asked: Asked) =>
    (await library.references(asked)).cites.map((one) => `${one.customer} ${one.language}`);
  expect(await citedBy({ doc_num: 'AM 100 10', language: 'DE' })).toEqual(['Aurora Motors DE']);
  const boreal = { doc_num: 'BO 200 10', customer: 'Boreal Air' };
  expect(await citedBy(boreal)).toEqual(['Boreal Air EN']);
  const corvid = { doc_num: 'CO 300 10', customer: 'Corvid' };
  expect(await citedBy(corvid)).toEqual(['Aurora Motors EN']);

  expect(await library.citedBy(number)).toEqual(['AM 100 10 1: 1', 'CO 300 10 1: 1']);
});

test('a number that is part of a longer one in the library is not cited by it', async () => {
  const library = await startCiting({
    entries: [{ doc_num: 'AM 100' }, { doc_num: 'AM 100 20' }, { doc_num: 'AM 900' }],
    pdfs: { 'AM 900_EN_1.pdf': ['See AM 100 20.'] },
  });
  expect(await library.cites('AM 900')).toEqual(['AM 100 20: 1']);
  expect(await library.citedBy('AM 100')).toEqual([]);
  expect(await library.citedBy('AM 100 20')).toEqual(['AM 900 1: 1']);
});

test('librarians see which numbers are cited and missing, the most cited first', async () => {
  const library = await startCiting({
    entries: [...threeNumbers, { doc_num: 'BX 7001', customer: 'Boreal Air' }],
    pdfs: {
      'AM 100 10_EN_1.pdf': ['See AM 100 99, BX 7002 and BX 7002, ISO 898-1.'],
      'AM 100 20_EN_1.pdf': ['See AM 10099, AM 100 30.', 'And AM 10099.'],
    },
  });
  const missing = () => library.read<Missing>('references/missing');
  expect(await missing()).toMatchObject({
    total: 2,
    data: [
      {
        number: 'AM 10099',
        customer: 'Aurora Motors',
        documents: 2,
        mentions: 3,
        cited_in: [
          { doc_num: 'AM 100 10', pages: [1] },
          { doc_num: 'AM 100 20', pages: [1, 2] },
        ],
      },
      { number: 'BX 7002', customer: 'Boreal Air', documents: 1, mentions: 2 },
    ],
  });
  await library.add({ doc_num: 'AM 100-99' });
  expect((await missing()).data.map(({ number }) => number)).toEqual(['BX 7002']);
  expect((await library.read<Missing>('references/missing?limit=1')).data).toHaveLength(1);
});

test('the list of what cites a standard is bounded, and says how many there are', async () => {
  const names = Array.from({ length: 203 }, (_, at) => `AM 200 ${String(at).padStart(3, '0')}`);
  const library = await startCiting({
    entries: [...threeNumbers, ...names.map((doc_num) => ({ doc_num }))],
    pdfs: { 'AM 200 000_EN_1.pdf': ['See AM 100 20.'] },
  });
  // The other entries get the same content, which has been searched.
  const { hash } = await library.db.selectFrom('files').select('hash').executeTakeFirstOrThrow();
  for (const doc_num of names.slice(1)) await library.write(`${doc_num}_EN_1.pdf`, doc_num);
  await library.scanNames();
  await library.db.updateTable('files').set({ hash, verdict: 'matched' }).execute();
  const { cited_by, cited_by_total } = await library.references({ doc_num: 'AM 100 20' });
  expect([cited_by.length, cited_by_total]).toEqual([200, 203]);
});

test('two nodes return the same references, whichever of them searched', async () => {
  const library = await startCiting({
    entries: threeNumbers,
    pdfs: { 'AM 100 10_EN_1.pdf': ['See AM 100 20.'] },
  });
  const second = await openLibrary(library.config);
  const app = await buildApp({
    config: { ...library.config, dataDir: path.join(library.config.dataDir, 'second') },
    library: second,
    webDir: null,
  });
  onTestFinished(async () => {
    await app.close();
    await second.db.destroy();
  });
  const keepers = [library.keeper, new ReferencesKeeper({ db: second.db })];
  await library.put({
    'AM 100 20_EN_1.pdf': ['See AM 100 10 and AM 100 30.'],
    'AM 100 30_EN_1.pdf': ['See AM 100 10 and QQ 55-AB.'],
  });
  await library.add({ doc_num: 'QQ 55-AB' });
  await Promise.all(keepers.map((keeper) => keeper.follow()));
  for (const { doc_num } of threeNumbers) {
    const url = library.addressOf({ doc_num });
    const answer = await app.inject({ url, headers: { cookie: library.cookie } });
    expect(answer.json()).toEqual(await library.references({ doc_num }));
  }
  expect(await library.cites('AM 100 30')).toEqual(['AM 100 10: 1', 'QQ 55-AB: 1']);
  expect(await library.citedBy('AM 100 10')).toEqual(['AM 100 20 1: 1', 'AM 100 30 1: 1']);
});

test('an entry that is not there, and a reader who may not see missing numbers, are refused', async () => {
  const library = await startCiting({ entries: threeNumbers });
  const headers = { cookie: library.cookie };
  const gone = await library.app.inject({ url: library.addressOf({ doc_num: 'AM 9' }), headers });
  expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'not_found']);
  await library.addUser('reader', 'EGD_LIB');
  const cookie = await library.signIn('reader');
  const url = '/vue-egd-lib/api/manage/references/missing';
  expect((await library.app.inject({ url, headers: { cookie } })).statusCode).toBe(403);
});
