import { dateReadings } from './schemes/dates.ts';
import { tidied } from './schemes/label-words.ts';

// What a label says that its revision is: `2015/Amd 1:2021` is beside 2015, `2019+A1:2021` instead of 2019,
// `2004 (R2009)` is 2004 reaffirmed, `FDIS 2015` a draft. A label that says nothing is an edition.

/**
 * `base` is the label of the edition that it hangs on, '' where the label names none. A letter counts below 0: it
 * cannot be compared with a number.
 */
export type LabelKind =
  | { kind: 'edition' | 'draft' }
  | { kind: 'beside' | 'instead'; base: string; mark: string; count: number | null; on: string }
  | { kind: 'reaffirmed'; base: string };

export function readKind(label: string): LabelKind {
  const text = tidied(label);
  if (draft.test(text)) return { kind: 'draft' };
  return readReaffirmed(text) ?? readChange(text) ?? { kind: 'edition' };
}

/** The edition at the end of a chain: `2005/AMD1:2012/COR1:2013` hangs on 2005. */
export function rootOf(label: string): string {
  const read = readKind(label);
  return 'base' in read && read.base !== '' ? rootOf(read.base) : tidied(label);
}

const alone = (words: string) => String.raw`(?<![\p{L}\d])(?:${words})(?!\p{L})`;
// CD and WD are letters of a series, too: they are drafts before a year. DAM 1 and DCOR 1 are draft amendments.
const draft = new RegExp(
  [
    alone(
      String.raw`(?:norm-?|vor)?entwurf|draft|pr[ée]liminary|vorabzug|projet|proyecto|progetto`,
    ),
    alone(String.raw`f?dis|d(?:pas|tr|ts)|pr(?=\s?(?:en|iso|\d{4}))`),
    alone(
      String.raw`(?:awi|cd|wd|pwi|np|prf)(?=[\s.:]*(?:\d{1,2}[\s.:]+)?(?:(?:19|20)\d\d|amd|cor))`,
    ),
    alone(String.raw`(?:fp?|p|w)?d(?:am|amd|amend|cor)(?=[\s.:]*\d)|(?:cd|wd|pd|fp)(?:am|amd|cor)`),
    String.raw`^pren(?!\p{L})`,
  ].join('|'),
  'iu',
);

const reaffirmed =
  /^(?<base>(?:-\d\d[a-z]?|(?:19|20)\d\d[a-z]?(?:e\d)?))\s?(?:\(\s?(?:r|reaffirmed|reapproved|confirmed|bestätigt)?\s?(?:19|20)\d\d(?:e\d)?\)|(?<!-)r(?:19|20)\d\d)$/i;
const reaffirmedInWords =
  /^(?<base>.*[\p{L}\d])[\s,;(-]+(?:r|reaffirmed|reapproved|confirmed|bestätigt|stabilized)[\s.:]*(?:in )?(?:19|20)\d\d\)?$/iu;

function readReaffirmed(text: string): LabelKind | null {
  const { base } = reaffirmed.exec(text)?.groups ?? reaffirmedInWords.exec(text)?.groups ?? {};
  return base === undefined ? null : { kind: 'reaffirmed', base: base.trim() };
}

const marks = {
  amendment: 'amendment|amend|amd|am|änderung|a',
  corrigendum: 'corrigendum|corrigenda|corr|cor|ac|tc|berichtigung|erratum|errata',
  change: 'change|chg',
  supplement: 'supplement|suppl|nachtrag|addendum|add|beiblatt',
  notice: 'notice',
} as const;
/** Letters of a series, too: they mark a change only behind `/` or `+`, or before a number. */
const short = /^(?:am?|ac|tc|add|cor)$/i;

const changeAtEnd = new RegExp(
  String.raw`^(?:(?<base>.*[\p{L}\d)])\s*(?<sign>[\s/,;:(+-])\s*)?` +
    String.raw`(?<word>${Object.values(marks).join('|')})(?!\p{L})[\s.:]*(?:no\.?\s*)?` +
    String.raw`(?:(?<number>\d{1,2})(?!\d)|(?<letter>[a-z])(?![a-z]))?` +
    String.raw`(?:[\s:,(/-]*(?<on>[^()]+))?\)?$`,
  'iu',
);
const withAtEnd = /[\s,(]+(?:w|with|incl\.?|including|inkl\.?|mit)$/i;
const consolidatedAtEnd = /[\s,(]+(?:csv|consolidated(?: version)?|konsolidiert)\)?$/i;

function readChange(text: string): LabelKind | null {
  const plain = text.replace(consolidatedAtEnd, '');
  const found = changeAtEnd.exec(plain)?.groups;
  if (found === undefined) return null;
  const { base: before = '', sign = '', word = '', number, letter, on = '' } = found;
  if (on !== '' && dateReadings([on.trim()]).length === 0) return null;
  if (short.test(word) && number === undefined && on === '') return null;
  if (/^a$/i.test(word) && !/[/+]/.test(sign)) return null;
  const base = before.replace(withAtEnd, '').trim();
  const isInstead = sign === '+' || base !== before.trim() || plain !== text;
  const lettered = letter === undefined ? null : -letter.toLowerCase().charCodeAt(0);
  const count = number === undefined ? lettered : Number(number);
  return { kind: isInstead ? 'instead' : 'beside', base, mark: markOf(word), count, on: on.trim() };
}

function markOf(word: string): string {
  const found = Object.entries(marks).find(([, words]) =>
    words.split('|').includes(word.toLowerCase()),
  );
  return found?.[0] ?? '';
}
