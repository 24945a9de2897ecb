import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { SearchAnswer } from '#contract/search.ts';
import { textPdf } from '../../test/pdfs.ts';
import { patiently, startSearching, whenThere } from '../../test/searching.ts';
import { buildApp } from '../app.ts';
import { openLibrary } from '../library.ts';

test('two nodes, each with an index of its own, give the same answers', async () => {
  const library = await startSearching(onTestFinished, {
    entries: Array.from({ length: 30 }, (_, at) => ({
      customer: at % 2 === 0 ? 'Aurora Motors' : 'Boreal Air',
      doc_num: `N ${String(at).padStart(3, '0')}`,
      doc_desc: `Passivation of part ${at}`,
      doc_rev: String((at % 3) + 1),
    })),
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
  const { cookie } = library;
  const atSecond = (address: string) =>
    whenThere(() => app.inject({ url: `/vue-egd-lib/api/${address}`, headers: { cookie } }));
  const expectSame = async () => {
    for (const q of ['passivation', 'n 7', 'part 12', 'aurora', '"of part"', 'boreal 3']) {
      for (const call of ['search', 'quick-open']) {
        const address = `${call}?${new URLSearchParams({ q, limit: '50' })}`;
        const first = (await whenThere(() => library.ask(address))).json<SearchAnswer>();
        await expect.poll(async () => (await atSecond(address)).json(), patiently).toEqual(first);
      }
    }
  };
  await expectSame();

  for (let at = 0; at < 30; at += 4) {
    const name = `N ${String(at).padStart(3, '0')}_EN_${(at % 3) + 1}.pdf`;
    await library.write(name, await textPdf(`Clause ${at}`, `Passivation, sheet ${at}`));
  }
  await library.scan();
  await expect.poll(async () => (await library.search('sheet')).total, patiently).toBe(8);
  await expectSame();
});
