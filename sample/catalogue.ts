import type { EntryFields } from '#contract/entry.ts';
import { pdfFileName, shortPdfFileName } from '#contract/file-name.ts';
import { oneOf, random } from './generator/random.ts';
import { type Row, optionIn, readTable } from './generator/texts/table-file.ts';
import { topicNames } from './generator/texts/topics.ts';

/** An entry of the sample library, and how its PDF is made. */
export type SampleEntry = EntryFields & {
  created_at: string;
  created_by_user: string;
  modified_at: string;
  modified_by_user: string;
  /** The day printed on the document. */
  issued: string;
  file: SampleFile;
};

type SampleFile =
  /** The issuer is the customer, or a group of customers that wrote one standard for all. */
  | { made: 'standard'; topics: string[]; issuer: string; shortName: boolean }
  | { made: 'handbook'; topics: string[] }
  | { made: 'drawing' }
  | { made: 'scan' }
  /** The entry exists, the file does not: the reader sees 'Document Not Available'. */
  | { made: 'never' };

/** The name of the entry's PDF in the shared folder; null when there is no PDF. */
export function sampleFileName(entry: SampleEntry): string | null {
  if (entry.file.made === 'never') return null;
  const short = entry.file.made === 'standard' && entry.file.shortName;
  return short ? shortPdfFileName(entry) : pdfFileName(entry);
}

const columns = [
  'customer',
  'doc_num',
  'language',
  'doc_rev',
  'issued',
  'doc_desc',
  'made',
  'topics',
  'issuer',
  'file_name',
] as const;

type CatalogueRow = Row<(typeof columns)[number]>;

/** The entries of catalogue.csv, in its order. */
export function sampleEntries(): SampleEntry[] {
  const allTopics = topicNames();
  return readTable('catalogue.csv', columns).map((row) => sampleEntry(row, allTopics));
}

const users = ['jsmith', 'mweber', 'tkobayashi', 'adubois', 'lnovak', 'rgarcia'];

/** An entry is created some days after the issue of its document, and sometimes corrected later. */
function sampleEntry(row: CatalogueRow, allTopics: string[]): SampleEntry {
  const { customer, doc_num, doc_rev, issued, doc_desc } = row.cells;
  const language = row.cells.language === '' ? null : row.cells.language;
  const seed = [customer, doc_num, language ?? '', doc_rev].join('\n');
  // The library began in 2019, after its oldest documents.
  const filed = issued < '2019' ? '2019-01-07' : issued;
  const created = workTime(filed, 2 + random(seed, 'filed') * 12);
  const corrected = random(seed, 'corrected') < 0.4;
  const modified = corrected ? workTime(filed, 15 + random(seed, 'when') * 6) : created;
  const created_by_user = oneOf(users, seed, 'user');
  return {
    customer,
    doc_num,
    doc_desc,
    doc_rev,
    language,
    created_at: created,
    created_by_user,
    modified_at: modified,
    modified_by_user: corrected ? oneOf(users, seed, 'corrector') : created_by_user,
    issued,
    file: sampleFile(row, allTopics),
  };
}

function sampleFile({ line, cells }: CatalogueRow, allTopics: string[]): SampleFile {
  const made = optionIn(line, cells.made, ['standard', 'handbook', 'drawing', 'scan', 'never']);
  if (made === 'handbook') return { made, topics: allTopics };
  if (made !== 'standard') return { made };
  return {
    made,
    topics: cells.topics.split(' ').map((topic) => optionIn(line, topic, allTopics)),
    issuer: cells.issuer || cells.customer,
    shortName: optionIn(line, cells.file_name, ['', 'short']) === 'short',
  };
}

/** Some days after `day`, between seven and sixteen o'clock. */
function workTime(day: string, daysLater: number): string {
  const hour = 7 + (daysLater % 1) * 9;
  const time =
    Date.parse(`${day}T00:00:00Z`) + Math.floor(daysLater) * 86_400_000 + hour * 3_600_000;
  return new Date(Math.floor(time / 1000) * 1000).toISOString();
}
