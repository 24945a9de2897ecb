import { uniqueKey } from '#contract/file-name.ts';
import { statusInWords } from '#contract/upload-status.ts';
import { verdictInWords } from '#contract/verdict-words.ts';
import { fileRowsAfter } from '../server/grid/file-rows.ts';
import { looseText } from '../server/catalogue/loose-number.ts';
import type { Db } from '../server/db/schema.ts';
import { statusesOf } from '../server/matching/status.ts';
import { scanStateOf } from '../server/scan/scan-state.ts';
import { type CliCommand, parseWords, UsageError } from './command.ts';

export const why: CliCommand = {
  usage: 'why NUMBER',
  does: 'Says for each entry of a standard number whether readers can open its PDF, and if not, why.',
  more: ['Ignores letter case and punctuation. Exits with 1 if a PDF cannot be opened.'],
  async run({ args, open }) {
    const number = looseText(parseWords(args, {}, 1).positionals[0] ?? '');
    if (number === '') throw new UsageError('A number needs letters or digits:');
    const { config, library } = await open();
    const { db } = library;
    const { fault } = await scanStateOf(db, config, Date.now());
    if (fault !== null) console.log(`Results are from the last complete scan: ${fault}`);
    const { entries, missing } = await printEntries(db, number);
    const files = await printFilesLike(db, number);
    if (entries === 0) console.log('No entry has this number.');
    if (files === 0) console.log('No file name in the shared folder contains it.');
    return entries === 0 || missing > 0 ? 1 : 0;
  },
};

async function printEntries(db: Db, number: string) {
  const entries = await db
    .selectFrom('documents')
    .innerJoin('customers', 'customers.id', 'documents.customer_id')
    .select(['documents.id', 'doc_num', 'language', 'doc_rev', 'customers.name as customer'])
    .where('loose_num', '=', number)
    .orderBy('documents.sort_key')
    .execute();
  const statuses = await statusesOf(
    db,
    entries.map(({ id }) => id),
  );
  let missing = 0;
  for (const entry of entries) {
    const status = statuses.get(entry.id);
    if (status === undefined) continue;
    if (status.code !== 'available') missing += 1;
    console.log(`${uniqueKey(entry)}  ${entry.customer}\n    ${statusInWords(status, entry)}`);
  }
  return { entries: entries.length, missing };
}

async function printFilesLike(db: Db, number: string): Promise<number> {
  // Of AM-1 not AM-11.
  const inName = new RegExp(`${RegExp.escape(number)}${/\d$/.test(number) ? '(?!\\d)' : ''}`, 'u');
  let printed = 0;
  for (let after = 0, more = true; more;) {
    const rows = await fileRowsAfter(db, after, 500);
    for (const file of rows.data.filter(({ name }) => inName.test(looseText(name)))) {
      console.log(`${file.path}  ${file.verdict}\n    ${verdictInWords(file)}`);
      printed += 1;
    }
    ({ more } = rows);
    after = rows.data.at(-1)?.id ?? after;
  }
  return printed;
}
