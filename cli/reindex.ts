import { indexPathsIn } from '../server/search/index/index-file.ts';
import { rebuildIndex } from '../server/search/index/rebuild.ts';
import { type CliCommand, parseWords } from './command.ts';
import { progressLine } from './terminal.ts';

export const reindex: CliCommand = {
  usage: 'reindex',
  does: 'Rebuilds the search index; the old one is used until the new one is ready.',
  more: ['It can run while the server does, which then builds it.'],
  async run({ args, open }) {
    parseWords(args, {}, 0);
    const { config, library } = await open();
    const progress = progressLine('entries');
    const { entries, pages } = await rebuildIndex(
      library.db,
      indexPathsIn(config.dataDir),
      ({ done, total }) => progress.show(done, total, 'indexed'),
    ).finally(() => progress.end());
    const count = (of: number) => of.toLocaleString('en');
    console.log(`The search index is rebuilt: entries ${count(entries)}, pages ${count(pages)}.`);
    return 0;
  },
};
