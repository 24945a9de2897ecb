import { indexPathsIn, removeIndexFiles } from '../server/search/index/index-file.ts';
import { type CliCommand, parseWords } from './command.ts';

export const reindex: CliCommand = {
  usage: 'reindex',
  does: 'Deletes the search index: the server builds it again, numbers first, then texts.',
  more: ['It can run while the server does. "doctor" says how far the index is.'],
  async run({ args, open }) {
    parseWords(args, {}, 0);
    const { config } = await open();
    removeIndexFiles(indexPathsIn(config.dataDir).file);
    console.log('The search index is deleted. The server builds it again, in the background.');
    return 0;
  },
};
