import { isAmbiguous, readingsOf } from '../../units/numbers.ts';
import { unitsNamed } from '../../units/units.ts';
import type { RedlineToken } from './tokens.ts';

/** A number that says how much: not a date, a version, a clause, an address. */
export type MeasuredValue = {
  /** Null where it is not one plain number, as in a range. */
  amount: number | null;
  /** It may be a thousand or a fraction: `1.000`. */
  isAmbiguous: boolean;
  unit: string | null;
  isDecimal: boolean;
};

export type Bound = 'upper' | 'lower';

const plainNumber = String.raw`\d{1,3}(?:[ \u00A0\u202F]\d{3})+|\d+(?:[.,]\d+)*`;
// Letters before a number that make it a size or grade.
const designator = String.raw`(?:M|R|Ra|Rz|Rt|DN|PN|IP|SW|HV|HB|HRC|HBW|Ø|ø|∅|⌀)?`;
const numeric = new RegExp(
  String.raw`^[("'[]*[≤≥<>=±~≈+−–-]*${designator}(?:${plainNumber})(?:(?:\.\.\.?|…|[-–/x×:±])[+−-]?(?:${plainNumber}))*([%‰°ΩµμA-Za-z][^\s]{0,6}?)?[)"'\].,;:!?*]*$`,
  'u',
);
const address = /:\/\/|^www\.|@|\p{L}\.\p{L}|\p{L}[/\\_]\S*\d|\d[/\\_]\p{L}{2}|^v\d/iu;
const version = /\d[.]\d+[.]\d/;
const day = /^\d{4}-\d{1,2}(?:-\d{1,2})?$|^\d{1,2}[./-]\d{1,2}[./-]\d{2,4}$|^\d{4}[./]\d{2}$/;
const year = /^(?:19|20)\d\d$/;
export const month =
  /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|okt|nov|dec|dez|mai|juin|juil|août|déc|enero|abril|ago|dic|january|february|march|april|june|july|august|september|october|november|december|januar|februar|märz|juni|juli|oktober|dezember|janvier|février|mars|avril|septembre|octobre|novembre|décembre|febrero|marzo|mayo|junio|julio|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|marzo|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre)\.?,?$/iu;
/** Before a number that only names a place, a version or a day. */
const naming =
  /^[("'[]*(?:clauses?|sub-?clauses?|sections?|sec\.|figures?|figs?\.|tables?|tab\.|annex|appendix|pages?|p\.|pp\.|chapters?|paragraphs?|para\.|§+|parts?|volume|vol\.|steps?|items?|notes?|footnotes?|example|examples|equations?|eq\.|formula|nos?\.|number|nr\.|lines?|row|column|abschnitte?|abschnitts|bild|bilder|abbildung|abb\.|tabelle|tabellen|anhang|seiten?|s\.|kapitel|absatz|teil|punkt|gleichung|schritt|anmerkung|tableaux?|annexe|paragraphe|chapitre|partie|étape|figura|tabla|anexo|capítulo|página|apartado|version|versions|release|revision|revisions|rev\.?|issue|edition|ed\.|ausgabe|stand|fassung|révision|édition|revisión|edición|amendment|copyright|©|since|isbn|issn|rfc|第|表|図|图|附录|附属書|版)[:.]?$/iu;
const joining = /^(?:and|or|to|through|und|oder|bis|et|ou|à|y|o|a|,|-|–)$/iu;
const limitWord =
  /^(?:max|maximum|maximal|min|minimum|minimal|least|most|exceed|exceeds|exceeding|below|above|under|over|mindestens|höchstens|überschreiten|unterschreiten|maximale|minimale|dépasser|moins|plus|máximo|mínimo|máx|mín|menos|más|exceder|以上|以下|最大|最小|超过|不超过|至少)$/iu;

/** Whether a text ends with a word before numbers that only name something. */
export function isNaming(text: string): boolean {
  return naming.test(text.split(/\s/).at(-1) ?? '');
}

export function isUnit(word: string): boolean {
  return word !== '' && unitsNamed(word).length > 0;
}

export function bare(word: string): string {
  return word.replace(/^[("'[“„]+|[)"'\].,;:!?“”]+$/gu, '');
}

/** The value that a word is or begins; null for any other word, also one with digits. */
export function valueAt(tokens: readonly RedlineToken[], at: number): MeasuredValue | null {
  const token = tokens[at];
  if (token === undefined || !/\d/.test(token.key)) return null;
  const text = bare(token.text);
  const shape = numeric.exec(token.text);
  if (shape === null || address.test(text) || version.test(text) || day.test(text)) return null;
  if (/^\[\d/.test(token.text)) return null; // a source: `[12]`
  const suffix = shape[1] === undefined ? null : bare(shape[1]);
  if (suffix !== null && !isUnit(suffix)) return null;
  const next = bare(tokens[at + 1]?.text ?? '');
  const unit = suffix ?? (isUnit(next) ? next : null);
  if (isNamed(tokens, at, unit) || isClauseNumber(tokens, at)) return null;
  const isDecimal = /\d[.,]\d/.test(text);
  return { ...amountOf(text, suffix), unit, isDecimal };
}

/** `5.5 Friction` at the beginning of a line. */
function isClauseNumber(tokens: readonly RedlineToken[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token?.beginsLine !== true || next?.beginsLine !== false) return false;
  return /^\d{1,3}(?:\.\d{1,3})*\.?$/.test(token.text) && /^\p{Lu}\p{Ll}|^\p{Lo}/u.test(next.text);
}

/** Whether it names a place, a version or a day. */
function isNamed(tokens: readonly RedlineToken[], at: number, unit: string | null): boolean {
  const text = bare(tokens[at]?.text ?? '');
  const [before, next] = [tokens[at - 1]?.text ?? '', tokens[at + 1]?.text ?? ''];
  if (naming.test(before)) return true;
  const isListed = joining.test(before) || /\d,$/.test(before);
  if (isListed && at > 1 && unit === null) {
    const start = joining.test(before) ? at - 2 : at - 1;
    if (/^\(?\d/.test(tokens[start]?.text ?? '') && naming.test(tokens[start - 1]?.text ?? '')) {
      return true;
    }
  }
  if (unit !== null) return false;
  if (month.test(before) || (month.test(next) && next !== 'may')) return true;
  return year.test(text) && !limitWord.test(bare(before));
}

function amountOf(
  text: string,
  suffix: string | null,
): Pick<MeasuredValue, 'amount' | 'isAmbiguous'> {
  const end = suffix === null ? text.length : text.length - suffix.length;
  const written = text
    .slice(0, end)
    .replace(/^[^\d+−–-]+/u, '')
    .replace(/[ \u00A0\u202F]/g, '')
    .replace(/^[−–]/, '-');
  if (!/^[+-]?\d+(?:[.,]\d+)?$/.test(written)) return { amount: null, isAmbiguous: false };
  return { amount: readingsOf(written)[0] ?? null, isAmbiguous: isAmbiguous(written) };
}

const upper =
  /(?:≤|⩽|\bat most|\bmax(?:\.|imum|imal)?|\b(?:not|never) (?:to )?exceed(?:ing)?|\b(?:no|not) (?:more|greater|higher|larger|longer) than|\bhöchstens|\bmaximale?[rns]?|\bnicht mehr als|\bau plus|\bau maximum|\bne (?:doit|doivent) pas dépasser|\bcomo máximo|\bmáximo|\bno más de|\bno (?:debe|deben) exceder|不超过|不大于|最大|至多)[^\d]{0,12}$/iu;
const lower =
  /(?:≥|⩾|\bat least|(?<!\d\s?)\bmin(?:\.|imum|imal)?|\b(?:no|not) (?:less|lower|smaller|shorter|fewer) than|\bmindestens|\bminimale?[rns]?|\bnicht weniger als|\bau moins|\bau minimum|\bal menos|\bcomo mínimo|\bmínimo|\bno menos de|不少于|不小于|不低于|至少|最小)[^\d]{0,12}$/iu;
const upperAfter =
  /^\S*\s?\S{0,8}\s?\(?(?:max\b|maximum|or (?:less|lower|fewer)|oder weniger|以下|以内|未満)/iu;
const lowerAfter =
  /^\S*\s?\S{0,8}\s?\(?(?:min\b\.?(?!\s*\d)|minimum|or (?:more|higher|greater|longer)|oder mehr|以上)/iu;
// `need not be at least 5 mm` is no bound; `if at least 5 parts fail` is a condition.
const turned =
  /\b(?:not|nicht|kein\w*|no|ne|pas|if|when|whenever|where|unless|after|before|until|once|provided|wenn|falls|sofern|nach|ab|sobald|si|lorsque|quand|après|cuando|después)\b/iu;
const verb =
  /\b(?:shall|must|should|may|can|is|are|was|were|will|has|have|needs?|muss|müssen|darf|dürfen|soll|sollen|sollten?|kann|können|ist|sind|wird|werden|doit|doivent|devrait|peut|peuvent|est|sont|debe|deben|puede|pueden|es|son)\b/iu;

/** Whether a value is an upper or a lower bound by the words around it; null unless that is certain. */
export function boundOf(before: string, after: string): Bound | null {
  const [isUpper, isLower] = [upper.test(before), lower.test(before)];
  if (isUpper !== isLower) {
    const phrase = (isUpper ? upper : lower).exec(before)?.[0] ?? '';
    const rest = before.slice(0, before.length - phrase.length);
    if (turned.test(rest.split(/[,;:]/).at(-1) ?? '')) return null;
    // `Parts of at least 8 mm shall be tested`: which parts, not how thick they shall be.
    const isSubject = !verb.test(rest) && verb.test(after);
    return isSubject ? null : isUpper ? 'upper' : 'lower';
  }
  const [isUpperAfter, isLowerAfter] = [upperAfter.test(after), lowerAfter.test(after)];
  if (isUpper || isUpperAfter === isLowerAfter || turned.test(before)) return null;
  return isUpperAfter ? 'upper' : 'lower';
}

/** Whether a text has a word that makes a number a limit. */
export function hasLimit(text: string): boolean {
  return (
    /[≤≥<>±]/u.test(text) ||
    text.split(/\s+/u).some((word) => limitWord.test(bare(word))) ||
    /以上|以下|最大|最小|不超过|不大于|不小于/u.test(text)
  );
}

/** By how much it is more, in percent or as `+20 °C`, whose zero is arbitrary; null where that is not certain. */
export function growthBetween(
  from: MeasuredValue,
  to: MeasuredValue,
  unit: string | null,
): { percent: number | null; difference?: string } {
  const none = { percent: null };
  if (from.amount === null || to.amount === null || from.unit !== to.unit) return none;
  const more = to.amount - from.amount;
  if (/^°[CF]$|^℃$/.test(unit ?? '')) {
    if (from.isAmbiguous || to.isAmbiguous) return none;
    const size = Number(Math.abs(more).toFixed(4));
    return { ...none, difference: `${more < 0 ? '−' : '+'}${size} ${unit}` };
  }
  if (from.isAmbiguous !== to.isAmbiguous || from.amount <= 0 || to.amount < 0) return none;
  return { percent: (more / from.amount) * 100 };
}
