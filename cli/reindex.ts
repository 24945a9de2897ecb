import { indexPathsIn, removeIndexFiles } from '../server/search/index/index-file.ts';
import { type CliCommand, parseWords } from './command.ts';

export const reindex: CliCommand = {
  usage: 'reindex',
  does: 'Deletes the search index. The server rebuilds it: numbers first, then texts.',
  more: ['The server may be running. "doctor" shows the progress.'],
  async run({ args, open }) {
    parseWords(args, {}, 0);
    const { config } = await open();
    removeIndexFiles(indexPathsIn(config.dataDir).file);
    console.log('The search index is deleted. The server rebuilds it in the background.');
    return 0;
  },
};
