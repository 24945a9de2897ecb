import { rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { entryOf } from '../../test/harness.ts';
import { lockedPdf, photographedPdf, textPdf } from '../../test/pdfs.ts';
import { largestPdfBytes } from '../share/incoming.ts';
import { nameOf, patiently, rowOf, startSearching } from '../../test/searching.ts';

test('a file is found by its text once it was scanned, and the page and the words are shown', async () => {
  const library = await startSearching(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-2' }],
  });
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual([]);

  await library.write('AM-1_EN_1.pdf', await textPdf('Scope', 'The passivation lasts a day.'));
  await library.scan();
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual(['AM-1 1']);
  const { data, total, words } = await library.search('passivation');
  expect(total).toBe(1);
  expect(words).toEqual(['passivation']);
  expect(data.map(nameOf)).toEqual(['AM-1 1']);
  const [found] = data;
  expect(found).toMatchObject({ customer: 'Aurora Motors', has_file: true, is_scan: false });
  expect(found?.pages.map(({ page }) => page)).toEqual([2]);
  const { text = '', marks = [] } = found?.pages[0]?.snippet ?? {};
  expect(marks.map(([from, to]) => text.slice(from, to))).toEqual(['passivation']);
});

test('a text that changed is found by its new words, and no longer by its old ones', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('phosphating'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual(['AM-1 1']);
  await library.write('AM-1_EN_1.pdf', await textPdf('chromating, at great length'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual([]);
  await expect.poll(() => library.textsWith('chromating'), patiently).toEqual(['AM-1 1']);
});

test('a text that a new version reads anew from the same file is found by its new words', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  // As an older version had read it.
  await library.db.updateTable('contents').set({ extraction: 1 }).execute();
  await library.db.updateTable('page_texts').set({ text: 'misread' }).execute();
  await expect.poll(() => library.textsWith('misread'), patiently).toEqual(['AM-1 1']);
  await library.scan();
  await expect.poll(() => library.textsWith('misread'), patiently).toEqual([]);
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual(['AM-1 1']);
});

test('a file that vanished is not found by its text, and its entry is', async () => {
  const library = await startSearching(onTestFinished, {
    entries: [{ doc_num: 'AM-1' }, { doc_num: 'AM-2' }],
  });
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.write('AM-2_EN_1.pdf', await textPdf('galvanising'));
  await library.scan();
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual(['AM-1 1']);
  await rm(path.join(library.config.shareDir, 'AM-1_EN_1.pdf'));
  await library.scan();
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual([]);
  const [entry] = (await library.quickOpen('am1')).data;
  expect(entry).toMatchObject({ doc_num: 'AM-1', has_file: false });
});

test('a match that is revoked is gone with the next request, whatever the index says', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual(['AM-1 1']);
  // Behind the library's back: no count tells the index of it.
  await library.db.updateTable('documents').set({ doc_desc: 'Other' }).execute();
  await library.db.deleteFrom('entry_files').execute();
  const { data, total } = await library.search('passivation');
  expect({ data, total }).toEqual({ data: [], total: 0 });
});

test('a customer’s new name and an entry’s new number are found at once, and the old ones are not', async () => {
  const library = await startSearching(onTestFinished, {
    entries: [{ customer: 'Norvanta', doc_num: 'N-50180' }],
  });
  await expect.poll(() => library.entriesWith('norvanta'), patiently).toEqual(['N-50180 1']);
  const customer = await rowOf(library, 'customers');
  await library.post('customers/save', {
    rows: [{ ...customer, customer: 'Meridian' }],
  });
  await expect.poll(() => library.entriesWith('norvanta'), patiently).toEqual([]);
  await expect.poll(() => library.entriesWith('meridian'), patiently).toEqual(['N-50180 1']);
  const document = await rowOf(library, 'documents');
  await library.post('documents/save', {
    rows: [{ ...document, ...entryOf({ customer: 'Meridian', doc_num: 'M-777' }) }],
  });
  await expect.poll(() => library.entriesWith('50180'), patiently).toEqual([]);
  await expect.poll(() => library.entriesWith('777'), patiently).toEqual(['M-777 1']);
});

test('a new revision becomes the newest, and the one before it again when it is deleted', async () => {
  const library = await startSearching(onTestFinished, { entries: [{ doc_rev: '9' }] });
  await library.write('AM-1_EN_9.pdf', await textPdf('passivation'));
  await library.write('AM-1_EN_10.pdf', await textPdf('passivation'));
  await library.scan();
  const latest = async () =>
    (await library.search('passivation', { latest: 'true' })).data.map(nameOf);
  await expect.poll(latest, patiently).toEqual(['AM-1 9']);

  await library.add({ doc_rev: '10' });
  await library.scan();
  await expect.poll(latest, patiently).toEqual(['AM-1 10']);
  await expect
    .poll(() => library.textsWith('passivation'), patiently)
    .toEqual(['AM-1 10', 'AM-1 9']);
  const both = await library.search('passivation');
  expect(both.facets.latest).toBe(1);
  const [newer, older] = both.data;
  expect(newer).toMatchObject({ doc_rev: '10', status: 'latest', latest: null });
  expect(older).toMatchObject({ doc_rev: '9', status: 'superseded', latest: { doc_rev: '10' } });
  expect([typeof newer?.standard, older?.standard]).toEqual(['number', newer?.standard]);

  const { id, version } = await rowOf(library, 'documents', '10');
  await library.post('documents/delete', { rows: [{ id, version }] });
  await expect.poll(latest, patiently).toEqual(['AM-1 9']);
  await expect.poll(() => library.entriesWith('am-1'), patiently).toEqual(['AM-1 9']);
});

test('a PDF without text is counted as not searched', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}] });
  await library.write('AM-1_EN_1.pdf', await photographedPdf());
  await library.scan();
  await expect
    .poll(() => library.search('anything'), patiently)
    .toMatchObject({ total: 0, scans_not_searched: 1 });
  const [found] = (await library.search('am-1')).data;
  expect(found).toMatchObject({ doc_num: 'AM-1', is_scan: true, pages: [] });
});

test('a PDF that is not read yet is counted until it is', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}, { doc_num: 'AM-2' }] });
  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scanNames();
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 0, unread: 1, scans_not_searched: 0, not_indexed: 0 });
  expect(await library.search('passivation', { language: 'FR' })).toMatchObject({ unread: 0 });
  await library.scan();
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 1, unread: 0 });
});

test('PDFs that cannot be read are counted by reason, and are no scans', async () => {
  const doc_nums = ['AM-1', 'AM-2', 'AM-3', 'AM-4'];
  const library = await startSearching(onTestFinished, {
    entries: doc_nums.map((doc_num) => ({ doc_num })),
  });
  await library.write('AM-1_EN_1.pdf', '%PDF-1.7 nothing of a PDF %%EOF');
  await library.write('AM-2_EN_1.pdf', await lockedPdf());
  await library.write('AM-3_EN_1.pdf', '%PDF-1.7');
  await truncate(path.join(library.config.shareDir, 'AM-3_EN_1.pdf'), largestPdfBytes + 1);
  await library.write('AM-4_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  const unreadable = { broken: 1, encrypted: 1, too_large: 1 };
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 1, unreadable, unread: 0, scans_not_searched: 0 });
  const [found] = (await library.search('am-1')).data;
  expect(found).toMatchObject({ doc_num: 'AM-1', is_scan: false });

  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 2, unreadable: { ...unreadable, broken: 0 } });
});

test('searches are filtered by customer, by language and by none', async () => {
  const library = await startSearching(onTestFinished, {
    entries: [
      { customer: 'Aurora Motors', doc_num: 'A-1', language: 'DE' },
      { customer: 'Aurora Motors', doc_num: 'A-2', language: null },
      { customer: 'Boreal Air', doc_num: 'B-1', language: 'DE' },
    ],
  });
  for (const name of ['A-1_DE_1.pdf', 'A-2_-_1.pdf', 'B-1_DE_1.pdf']) {
    await library.write(name, await textPdf(`passivation ${name}`));
  }
  await library.scan();
  const numbers = async (filters: Record<string, string>) => {
    const { data } = await library.search('passivation', filters);
    return data.map(({ doc_num }) => doc_num).toSorted();
  };
  await expect.poll(() => numbers({}), patiently).toEqual(['A-1', 'A-2', 'B-1']);
  expect(await numbers({ customer: 'aurora motors' })).toEqual(['A-1', 'A-2']);
  expect(await numbers({ language: 'DE' })).toEqual(['A-1', 'B-1']);
  expect(await numbers({ language: '' })).toEqual(['A-2']);
  expect(await numbers({ customer: 'Nobody' })).toEqual([]);
  const { facets } = await library.search('passivation');
  expect(facets.customer).toEqual([
    { value: 'Aurora Motors', count: 2, is_least: false },
    { value: 'Boreal Air', count: 1, is_least: false },
  ]);
  expect(facets.language).toEqual([
    { value: 'DE', count: 2, is_least: false },
    { value: '', count: 1, is_least: false },
  ]);

  const { id, version } = await rowOf(library, 'customers');
  await library.post('customers/save', { rows: [{ id, version, customer: 'Aurora AG' }] });
  const renamed = await library.search('passivation');
  expect(renamed.facets.customer.map(({ value }) => value)).toEqual(['Aurora AG', 'Boreal Air']);
});

test('where the search is switched off, it says so and the rest of the library works', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}], env: { SEARCH: 'off' } });
  for (const address of ['search?q=zinc', 'quick-open?q=zinc']) {
    const refused = await library.ask(address);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({
      code: 'search_unavailable',
      message: 'The search is switched off. Browse by customer meanwhile.',
    });
  }
  expect((await library.ask('customers')).statusCode).toBe(200);
  expect((await library.ask('quick-open')).statusCode).toBe(200); // what was opened last
});
