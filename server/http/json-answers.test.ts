import { expect, onTestFinished, test } from 'vitest';
import { startManaging } from '../../test/harness.ts';

const revisions = 'revisions?customer=Aurora%20Motors&doc_num=AM-1';
const lists = [
  'search?q=zinc',
  'quick-open?q=AM',
  revisions,
  'references?customer=Aurora%20Motors&doc_num=AM-1&doc_rev=1&language=EN',
  'manage/documents',
  'manage/customers',
  'manage/files',
  'manage/history',
  'cases',
];

test('no browser or proxy keeps what the library answers, a refusal included', async () => {
  const library = await startManaging(onTestFinished);
  for (const list of [...lists, 'revisions', 'no-such-call']) {
    const { headers } = await library.app.inject({
      url: `/vue-egd-lib/api/${list}`,
      headers: { cookie: library.cookie },
    });
    expect([list, headers['cache-control']]).toEqual([list, 'private, no-store']);
  }
});
