import type { Heading } from './clauses.ts';
import { textOf } from './lines.ts';
import type { RedlineToken } from './tokens.ts';
import { bare, month } from './values.ts';

export type CoverEffect = 'number' | 'revision' | 'date' | 'supersedes' | 'history';

const history =
  /^(?:[\dA-Z.]+\s)?(?:(?:revision|change|document|version|amendment|modification)s? (?:history|record|log|status)|history(?: of (?:changes|revisions))?|record of (?:changes|revisions|amendments)|document control|änderungs(?:historie|verzeichnis|stand|nachweis|dienst)|änderungen|historique(?: des (?:modifications|révisions))?|(?:summary of )?changes (?:from|since|compared (?:to|with)) (?:the )?(?:(?:last|previous|former) )?(?:rev|edition|issue|version).*|änderungen gegenüber .*|historial(?: de (?:cambios|revisiones))?|control de cambios|改訂履歴|変更履歴|修订(?:记录|历史)|变更记录)$/iu;
const supersedes =
  /(?<!\p{L})(?:supersed(?:es|ed|ing)|replaces|ersetzt|ersatz für|(?:annule et )?remplace|sustituye|reemplaza|sostituisce|annulla)(?!\p{L})|代替|置き換え/iu;
const revision =
  /(?<!\p{L})(?:rev(?:ision)?\.?|(?<!of\s)issue|edition|version|release|ausgabe|index|fassung|révision|édition|indice|revisión|edición|índice|edizione|revisione|versione|versión|änderungsstand)(?!\p{L})|版|改訂/iu;
const date =
  /(?<!\p{L})(?:date|dated|issued|published|released|valid from|datum|(?:ausgabe|erscheinungs|erstellungs)datum|stand|gültig ab|du|fecha|data|en vigueur|vigente desde)(?!\p{L})|日期|発行|制定|施行/iu;
const number =
  /(?<!\p{L})(?:(?:document|standard|specification|doc\.?)[ -]?(?:no|number|nr)\.?|dokument(?:en)?-?(?:nummer|nr)\.?|normnummer|numéro|número|code)(?!\p{L})|文件编号|規格番号|标准号/iu;
// A number, a letter or short code, or a month; nothing else is a datum of the cover.
const datum = /\d|^\p{Lu}{1,3}$|^(?:st|nd|rd|th|of|the|[-–—/|:.,()])$/u;
const onlyDate =
  /^(?:\d{1,4}(?:st|nd|rd|th|\.)?|\d{4}[-./]\d{1,2}(?:[-./]\d{1,2})?|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|年|月|日)$/u;
const isOfDate = (word: string) => onlyDate.test(word) || month.test(word);
const copyright = /©|\(c\)|copyright/iu;
const years = /^\d{4}(?:[-–]\d{4})?$/;
const mostWords = 12;
/** Where no clause is numbered, the cover ends after this many words. */
const wordsOfCover = 60;
const linesOfHistory = 40;

export type CoverQuestion = {
  tokens: readonly RedlineToken[];
  headings: readonly Heading[];
  /** The changed words, and the sentence or row they are in. */
  at: readonly number[];
  unit: { first: number; end: number };
  clause: string | null;
};

/** Which data about the document itself this is; null for text, and wherever that is not certain. */
export function coverEffect(question: CoverQuestion): CoverEffect | null {
  const { tokens, at, unit, clause } = question;
  if ((clause !== null && history.test(clause)) || isInHistory(question)) return 'history';
  const changed = at.map((one) => bare(tokens[one]?.text ?? '')).filter((word) => word !== '');
  const isYear = changed.every((word) => years.test(word));
  if (isYear && copyright.test(textOf(tokens.slice(unit.first, unit.end)))) return 'date';
  if (!isOnCover(question)) return null;
  if (at.length > mostWords || !changed.every((word) => datum.test(word) || month.test(word)))
    return null;
  const before = textOf(tokens.slice(unit.first, at[0]));
  if (supersedes.test(before)) return 'supersedes';
  const named = lastNamed(before) ?? lastNamed(textOf(tokens.slice(unit.first, unit.end)));
  if (named !== null) return named;
  const isDate = /\d{4}/.test(changed.join(' ')) && changed.every(isOfDate);
  if (isDate) return 'date';
  // A row of the title block, whose labels are above it: `C 2024-07-08`.
  const isRow = changed.every((word) => isOfDate(word) || /^(?:\p{Lu}{1,2}|\d{1,3})$/u.test(word));
  return isRow && changed.some((word) => /\d{4}-\d{2}|\d{4}$/.test(word)) ? 'revision' : null;
}

const names: [CoverEffect, RegExp][] = [
  ['revision', revision],
  ['date', date],
  ['number', number],
];

/** Which of them is named last: `Revision 4, issued 2026-02-16` ends with a date. */
function lastNamed(text: string): CoverEffect | null {
  let [last, at]: [CoverEffect | null, number] = [null, -1];
  for (const [effect, pattern] of names) {
    const places = [...text.matchAll(new RegExp(pattern, 'giu'))];
    const place = places.at(-1)?.index ?? -1;
    if (place > at) [last, at] = [effect, place];
  }
  return last;
}

const dated =
  /^(?:\S+ ){0,4}(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./]\d{2,4}|\p{Lu}\p{Ll}{2,8}\.? \d{4}|\d{4}-\d{2}\b)/u;

/** A row with a date, below a line that says history. */
function isInHistory({ tokens, at, unit }: CoverQuestion): boolean {
  const page = tokens[at[0] ?? 0]?.page;
  if (!dated.test(textOf(tokens.slice(unit.first, unit.first + 6)))) return false;
  let lines = 0;
  let end = unit.first;
  for (let one = unit.first - 1; one >= 0 && lines < linesOfHistory; one--) {
    if (tokens[one]?.page !== page) return false;
    if (tokens[one]?.beginsLine !== true) continue;
    if (end - one <= 6 && history.test(textOf(tokens.slice(one, end)))) return true;
    end = one;
    lines += 1;
  }
  return false;
}

function isOnCover({ tokens, headings, at }: CoverQuestion): boolean {
  const last = at.at(-1) ?? 0;
  if ((tokens[last]?.page ?? 0) > 0) return false;
  const clause = headings.find(({ text }) => /^(?:\d|[A-Z]\.\d)/.test(text));
  return last < (clause?.at ?? wordsOfCover);
}
