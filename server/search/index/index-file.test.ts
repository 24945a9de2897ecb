import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../../../test/harness.ts';
import { askedAtOnce, createIndexFile, openIndexToRead } from './index-file.ts';

test('what is asked at once is answered of one moment, whatever is written meanwhile', async () => {
  const file = path.join(await temporaryFolder(onTestFinished), 'search.sqlite');
  const writer = createIndexFile(file);
  const reader = openIndexToRead(file);
  onTestFinished(() => {
    reader.close();
    writer.close();
  });
  const count = () => reader.prepare('select entries from totals').get()?.['entries'];
  const write = (entries: number) => writer.prepare('update totals set entries = ?').run(entries);

  askedAtOnce(reader, () => {
    expect(count()).toBe(0);
    write(1);
    expect(count()).toBe(0);
  });
  expect(count()).toBe(1);

  const fails = () =>
    askedAtOnce(reader, () => {
      throw new Error('no answer');
    });
  expect(fails).toThrow('no answer');
  write(2);
  expect(count()).toBe(2);
});
