import { Writable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import type { MissedSearch } from '#contract/missed-searches.ts';
import { patiently, startSearching } from '../../test/searching.ts';

test('no log has the words that people seek, whatever becomes of the search', async () => {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const library = await startSearching(onTestFinished, {
    entries: [{}],
    logger: { level: 'trace', stream },
  });
  const secret = 'zirconium';
  await library.ask(`search?q=${secret}`); // refused: the index is being built
  await library.search(secret);
  await library.quickOpen(`${secret} 77`);
  await library.search(`"${secret}`, { customer: secret, language: secret });
  await library.ask(`search?q=${secret}&limit=many`);
  await library.ask(`search?q=${secret.repeat(200)}`);
  await library.app.inject({ url: `/main?q=${secret}` });
  const log = lines.join('');
  expect(log).toContain('/vue-egd-lib/api/quick-open');
  expect(log).not.toContain(secret);
});

test('numbers that were not found are counted for librarians, without words and signs', async () => {
  const library = await startSearching(onTestFinished, { entries: [{ doc_num: 'AM-1' }] });
  const queries = [
    'GMW-3059',
    'gmw03059 zinc',
    'nothing at all',
    'am-1',
    'zinc GMW/3059',
    'XX99 yy',
    'zinc of GMW 3059',
    'AM 7',
    'QV 011 55',
    'zinc 8.8',
  ];
  for (const q of queries) await library.search(q);
  await library.search('ZZ-11', { customer: 'Aurora Motors' }); // it may be another's
  const missed = async () =>
    (await library.read<{ data: MissedSearch[] }>('missed-searches')).data.map(
      ({ code, times }) => `${code} ${times}`,
    );
  await expect
    .poll(missed, patiently)
    .toEqual(['gmw3059 4', '88 1', 'qv1155 1', 'am7 1', 'xx99 1']);
});
