import { rm, truncate } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { copySampleFiles } from '../../sample/catalogue.ts';
import { entryOf } from '../../test/harness.ts';
import { lockedPdf, photographedPdf, textPdf } from '../../test/pdfs.ts';
import { largestPdfBytes } from '../share/incoming.ts';
import { nameOf, patiently, rowOf, startSearching } from '../../test/searching.ts';
import { shared } from '../../test/shared.ts';

/** Its index and its thread take seconds to start. Each test has numbers, words and customers of its own. */
const sharedLibrary = shared((cleanUp) => startSearching(cleanUp));

test('a file is found by its text once it was scanned, and the page and the words are shown', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'AM-1' }, { doc_num: 'AM-2' });
  await expect.poll(() => library.textsWith('passivation'), patiently).toEqual([]);

  await library.write(
    'AM-1_EN_1.pdf',
    await textPdf('Scope', 'The passivation lasts a day. Prüfdauer'),
  );
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
  expect((await library.search('prüfdaurr')).did_you_mean).toEqual(['Prüfdauer']);
});

test('a value in a table of a PDF is shown as its row, with the name of its column', async () => {
  const library = await startSearching(onTestFinished); // its words are in others, too
  await library.add({ doc_num: 'FJ#2207', language: 'EN', doc_rev: '3' });
  await copySampleFiles(library.config.shareDir, ['FJ#2207_EN_3.pdf']);
  await library.scan();
  const shown = async () =>
    (await library.search('salt spray 480 h')).data[0]?.pages[0]?.snippet.text;
  await expect
    .poll(shown, patiently)
    .toBe('PC1 Polyester powder on zinc phosphate · Base metal corrosion after h: 480');
});

test('a text that changed is found by its new words, and no longer by its old ones', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'CH-1' });
  await library.write('CH-1_EN_1.pdf', await textPdf('phosphating'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual(['CH-1 1']);
  await library.write('CH-1_EN_1.pdf', await textPdf('chromating, at great length'));
  await library.scan();
  await expect.poll(() => library.textsWith('phosphating'), patiently).toEqual([]);
  await expect.poll(() => library.textsWith('chromating'), patiently).toEqual(['CH-1 1']);
});

test('a text that a new version reads anew from the same file is found by its new words', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'RE-1' });
  await library.write('RE-1_EN_1.pdf', await textPdf('anodising'));
  await library.scan();
  const { hash } = await library.db
    .selectFrom('files')
    .select('hash')
    .where('name', '=', 'RE-1_EN_1.pdf')
    .executeTakeFirstOrThrow();
  // As an older version had read it.
  const [contents, texts] = [{ extraction: 1 }, { text: 'misread' }];
  await library.db.updateTable('contents').set(contents).where('hash', '=', hash).execute();
  await library.db.updateTable('page_texts').set(texts).where('hash', '=', hash).execute();
  await expect.poll(() => library.textsWith('misread'), patiently).toEqual(['RE-1 1']);
  await library.scan();
  await expect.poll(() => library.textsWith('misread'), patiently).toEqual([]);
  await expect.poll(() => library.textsWith('anodising'), patiently).toEqual(['RE-1 1']);
});

test('a file that vanished is not found by its text, and its entry is', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'VA-1' }, { doc_num: 'VA-2' });
  await library.write('VA-1_EN_1.pdf', await textPdf('enamelling'));
  await library.write('VA-2_EN_1.pdf', await textPdf('galvanising'));
  await library.scan();
  await expect.poll(() => library.textsWith('enamelling'), patiently).toEqual(['VA-1 1']);
  await rm(path.join(library.config.shareDir, 'VA-1_EN_1.pdf'));
  await library.scan();
  await expect.poll(() => library.textsWith('enamelling'), patiently).toEqual([]);
  const [entry] = (await library.quickOpen('va1')).data;
  expect(entry).toMatchObject({ doc_num: 'VA-1', has_file: false });
});

test('a match that is revoked is gone with the next request, whatever the index says', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'RV-1' });
  await library.write('RV-1_EN_1.pdf', await textPdf('burnishing'));
  await library.scan();
  await expect.poll(() => library.textsWith('burnishing'), patiently).toEqual(['RV-1 1']);
  // Behind the library's back: no count tells the index of it.
  const { id } = await rowOf(library, 'documents', { doc_num: 'RV-1' });
  await library.db
    .updateTable('documents')
    .set({ doc_desc: 'Other' })
    .where('id', '=', id)
    .execute();
  await library.db.deleteFrom('entry_files').where('document_id', '=', id).execute();
  const { data, total } = await library.search('burnishing');
  expect({ data, total }).toEqual({ data: [], total: 0 });
});

test('a customer’s new name and an entry’s new number are found at once, and the old ones are not', async () => {
  const library = sharedLibrary();
  await library.add({ customer: 'Norvanta', doc_num: 'N-50180' });
  await expect.poll(() => library.entriesWith('norvanta'), patiently).toEqual(['N-50180 1']);
  const customer = await rowOf(library, 'customers', { name: 'Norvanta' });
  await library.post('customers/save', {
    rows: [{ ...customer, customer: 'Meridian' }],
  });
  await expect.poll(() => library.entriesWith('norvanta'), patiently).toEqual([]);
  await expect.poll(() => library.entriesWith('meridian'), patiently).toEqual(['N-50180 1']);
  const document = await rowOf(library, 'documents', { doc_num: 'N-50180' });
  await library.post('documents/save', {
    rows: [{ ...document, ...entryOf({ customer: 'Meridian', doc_num: 'M-777' }) }],
  });
  await expect.poll(() => library.entriesWith('50180'), patiently).toEqual([]);
  await expect.poll(() => library.entriesWith('777'), patiently).toEqual(['M-777 1']);
});

test('a new revision becomes the newest, and the one before it again when it is deleted', async () => {
  const library = sharedLibrary();
  await library.add({ doc_num: 'NR-1', doc_rev: '9' });
  await library.write('NR-1_EN_9.pdf', await textPdf('varnishing'));
  await library.write('NR-1_EN_10.pdf', await textPdf('varnishing'));
  await library.scan();
  const latest = async () =>
    (await library.search('varnishing', { latest: 'true' })).data.map(nameOf);
  await expect.poll(latest, patiently).toEqual(['NR-1 9']);

  await library.add({ doc_num: 'NR-1', doc_rev: '10' });
  await library.scan();
  await expect.poll(latest, patiently).toEqual(['NR-1 10']);
  await expect
    .poll(() => library.textsWith('varnishing'), patiently)
    .toEqual(['NR-1 10', 'NR-1 9']);
  const both = await library.search('varnishing');
  expect(both.facets.latest).toBe(1);
  const [newer, older] = both.data;
  expect(newer).toMatchObject({ doc_rev: '10', status: 'latest', latest: null });
  expect(older).toMatchObject({ doc_rev: '9', status: 'superseded', latest: { doc_rev: '10' } });
  expect([typeof newer?.standard, older?.standard]).toEqual(['number', newer?.standard]);

  const { id, version } = await rowOf(library, 'documents', { doc_rev: '10' });
  await library.post('documents/delete', { rows: [{ id, version }] });
  await expect.poll(latest, patiently).toEqual(['NR-1 9']);
  await expect.poll(() => library.entriesWith('nr-1'), patiently).toEqual(['NR-1 9']);
});

test('searches are filtered by customer, by language and by none', async () => {
  const library = sharedLibrary();
  await library.add(
    { customer: 'Borealis Rail', doc_num: 'F-1', language: 'DE' },
    { customer: 'Borealis Rail', doc_num: 'F-2', language: null },
    { customer: 'Boreal Air', doc_num: 'F-3', language: 'DE' },
  );
  for (const name of ['F-1_DE_1.pdf', 'F-2_-_1.pdf', 'F-3_DE_1.pdf']) {
    await library.write(name, await textPdf(`tinning ${name}`));
  }
  await library.scan();
  const numbers = async (filters: Record<string, string>) => {
    const { data } = await library.search('tinning', filters);
    return data.map(({ doc_num }) => doc_num).toSorted();
  };
  await expect.poll(() => numbers({}), patiently).toEqual(['F-1', 'F-2', 'F-3']);
  expect(await numbers({ customer: 'borealis rail' })).toEqual(['F-1', 'F-2']);
  expect(await numbers({ language: 'DE' })).toEqual(['F-1', 'F-3']);
  expect(await numbers({ language: '' })).toEqual(['F-2']);
  expect(await numbers({ customer: 'Nobody' })).toEqual([]);
  const { facets } = await library.search('tinning');
  expect(facets.customer).toEqual([
    { value: 'Borealis Rail', count: 2 },
    { value: 'Boreal Air', count: 1 },
  ]);
  expect(facets.language).toEqual([
    { value: 'DE', count: 2 },
    { value: '', count: 1 },
  ]);

  const customer = await rowOf(library, 'customers', { name: 'Borealis Rail' });
  await library.post('customers/save', { rows: [{ ...customer, customer: 'Borealis AG' }] });
  const renamed = await library.search('tinning');
  expect(renamed.facets.customer.map(({ value }) => value)).toEqual(['Borealis AG', 'Boreal Air']);
});

test('PDFs that are not read yet, have no text or cannot be read are counted, each by its reason', async () => {
  const doc_nums = ['AM-1', 'AM-2', 'AM-3', 'AM-4', 'AM-5', 'AM-6'];
  const library = await startSearching(onTestFinished, {
    entries: doc_nums.map((doc_num) => ({ doc_num })),
  });
  await library.write('AM-4_EN_1.pdf', await textPdf('passivation'));
  await library.scanNames();
  const none = { broken: 0, encrypted: 0, too_large: 0 };
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 0, unread: 1, scans_not_searched: 0, not_indexed: 0 });
  expect(await library.search('passivation', { language: 'FR' })).toMatchObject({ unread: 0 });
  await library.scan();
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 1, unread: 0, unreadable: none });

  await library.write('AM-1_EN_1.pdf', '%PDF-1.7 nothing of a PDF %%EOF');
  await library.write('AM-2_EN_1.pdf', await lockedPdf());
  await library.write('AM-3_EN_1.pdf', '%PDF-1.7');
  await truncate(path.join(library.config.shareDir, 'AM-3_EN_1.pdf'), largestPdfBytes + 1);
  await library.write('AM-5_EN_1.pdf', await photographedPdf());
  await library.scan();
  const unreadable = { broken: 1, encrypted: 1, too_large: 1 };
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 1, unreadable, unread: 0, scans_not_searched: 1 });
  const facts = async (number: string) => (await library.search(number)).data[0];
  expect(await facts('am-1')).toMatchObject({ doc_num: 'AM-1', is_scan: false });
  expect(await facts('am-5')).toMatchObject({ doc_num: 'AM-5', is_scan: true, pages: [] });

  await library.write('AM-1_EN_1.pdf', await textPdf('passivation'));
  await library.scan();
  await expect
    .poll(() => library.search('passivation'), patiently)
    .toMatchObject({ total: 2, unreadable: { ...unreadable, broken: 0 } });
});

test('where the search is switched off, it says so and the rest of the library works', async () => {
  const library = await startSearching(onTestFinished, { entries: [{}], env: { SEARCH: 'off' } });
  for (const address of ['search?q=zinc', 'quick-open?q=zinc']) {
    const refused = await library.ask(address);
    expect(refused.statusCode).toBe(503);
    expect(refused.json()).toMatchObject({
      code: 'search_unavailable',
      message: 'Search is switched off. Choose a customer and a standard number instead.',
    });
  }
  expect((await library.ask('customers')).statusCode).toBe(200);
  expect((await library.ask('quick-open')).statusCode).toBe(200); // what was opened last
});
