import { purgeBrokenOff } from '../server/share/incoming.ts';
import { purgeSuperseded } from '../server/share/moves.ts';
import { SharedFolder } from '../server/share/shared-folder.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';

const dayMs = 24 * 3600 * 1000;

const purge: CliCommand = {
  usage: 'purge [--days N]',
  does: 'Deletes files in .superseded that were replaced more than N days ago (default 90).',
  async run({ args, open }) {
    const { values } = parseWords(args, { days: { type: 'string', default: '90' } } as const, 0);
    if (!/^\d{1,5}$/.test(values.days))
      throw new UsageError('--days needs a whole number of days, 0 or more:');
    const { config } = await open();
    const before = new Date(Date.now() - Number(values.days) * dayMs);
    const folder = new SharedFolder({ root: config.shareDir, dataDir: config.dataDir });
    const purged = await purgeSuperseded(folder, before);
    await purgeBrokenOff(folder);
    console.log(`Deleted ${purged} replaced file${purged === 1 ? '' : 's'}.`);
    return 0;
  },
};

export const fileCommands: Record<string, CliCommand> = { purge };
