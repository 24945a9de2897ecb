import os from 'node:os';
import path from 'node:path';
import { listCalendars, writeCalendar } from '../server/cases/calendars.ts';
import { readHolidays } from '../server/cases/holiday-file.ts';
import { changeLibrary } from '../server/changes/change.ts';
import { type CliCommand, parseWords } from './command.ts';

const importCalendar: CliCommand = {
  usage: 'calendar import NAME FILE.ics|FILE.csv|FILE.xlsx [--zone ZONE] [--save] [--as NAME]',
  does: 'Shows the public holidays of a file; --save adds them to the working calendar NAME.',
  more: [
    'A calendar file has events of whole days; a sheet has the columns day, name and type.',
    'A new calendar has no work on Saturday and Sunday, and the zone of --zone (or UTC).',
    'Days already in the calendar stay as they are. Due days of open cases stay too.',
  ],
  async run({ args, open }) {
    const options = {
      zone: { type: 'string' },
      save: { type: 'boolean', default: false },
      as: { type: 'string', default: os.userInfo().username },
    } as const;
    const { values, positionals } = parseWords(args, options, 2);
    const [name = '', file = ''] = positionals;
    const { holidays, left } = await readHolidays(path.resolve(file));
    const { library } = await open();
    const before = (await listCalendars(library.db)).find((one) => one.name === name);
    const known = new Set(before?.days.map(({ day }) => day));
    const added = holidays.filter(({ day }) => !known.has(day));
    for (const holiday of added) console.log(`${holiday.day}  ${holiday.name}`);
    for (const text of left) console.log(`left out: ${text}`);
    if (!values.save) {
      console.log(
        `${added.length} new days for "${name}". Nothing was saved: add --save to save them.`,
      );
      return 0;
    }
    const days = added.map((holiday) => ({ ...holiday, is_working: false }));
    const calendar = {
      name,
      zone: values.zone ?? before?.zone ?? 'UTC',
      weekend: before?.weekend ?? [6, 7],
      days: [...(before?.days ?? []), ...days],
      ...(before === undefined ? {} : { id: before.id, version: before.version }),
    };
    await changeLibrary(library, { user: values.as }, (tx, change) =>
      writeCalendar(tx, calendar, change),
    );
    console.log(`${added.length} days added to "${name}" (${calendar.zone}).`);
    return 0;
  },
};

export const calendarCommands: Record<string, CliCommand> = { 'calendar import': importCalendar };
