// How numbers of values are written: `12.5`, `12,5`, `1 500`, `12,000`, `1.250,5`, `1/2`, `1 1/2`, `3¾`.

const blank = '[ \\u00a0\\u202f]';
const fraction = String.raw`(?:\d{1,3}[ -])?\d{1,2}\/(?:2|3|4|8|10|16|32|64)(?![\d/.,])|\d{0,3}[¼½¾⅛⅜⅝⅞]`;
const grouped = String.raw`(?<!(?:[Tt]ab(?:le|elle)?|[Ff]ig(?:ure)?|[Cc]lause|[Ss]ection|[Cc]lass|[Tt]ype|[Pp]art|[Nn]r|[Nn]o|[Pp]os)\.?${blank})[1-9]\d{0,2}(?:${blank}\d{3})+(?!\d)(?:[.,]\d{1,9})?|[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d{1,9})|(?:\.\d{3})+(?:,\d{1,9})|(?:,\d{3}){2,}|(?:\.\d{3}){2,})(?!\d)`;

/** A number without its sign, as a part of a regular expression. */
export const numberPattern = `(?:${fraction}|${grouped}|\\d{1,9}(?:[.,]\\d{1,9})?)`;

const vulgar: Record<string, number> = {
  '¼': 0.25,
  '½': 0.5,
  '¾': 0.75,
  '⅛': 0.125,
  '⅜': 0.375,
  '⅝': 0.625,
  '⅞': 0.875,
};

/** What a number says. `1,000` is a thousand in English and one in German: both are meant. */
export function readingsOf(written: string): number[] {
  const sign = /^[-−–]/.test(written) ? -1 : 1;
  const plain = written.replace(/^[-−–+]/, '');
  const parts = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(plain);
  if (parts !== null) return [sign * (Number(parts[1] ?? 0) + Number(parts[2]) / Number(parts[3]))];
  const eighths = vulgar[plain.at(-1) ?? ''];
  if (eighths !== undefined) return [sign * (Number(plain.slice(0, -1)) + eighths)];
  const joined = plain.replace(/[ \u00a0\u202f]/g, '');
  const points = joined.match(/[.,]/g) ?? [];
  const last = points.at(-1) ?? '.';
  const isGrouped = points.length > 1 && points[0] === last;
  const decimal = isGrouped
    ? joined.replaceAll(last, '')
    : joined.replaceAll(last === ',' ? '.' : ',', '').replace(last, '.');
  const readings = [sign * Number(decimal)];
  if (isAmbiguous(plain)) readings.push(sign * Number(joined.replace(/[.,]/, '')));
  return readings;
}

/** It may be a thousand or a fraction: `1.000`. */
export function isAmbiguous(written: string): boolean {
  return /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/.test(written);
}

/** What its last digit counts: 0.1 of `12.5`; nothing of a fraction, which is exact. */
export function stepOf(written: string): number {
  if (/[/¼½¾⅛⅜⅝⅞]/u.test(written)) return 0;
  const decimals = /[.,](\d+)$/.exec(written)?.[1] ?? '';
  return 10 ** -decimals.length;
}

const least = String.raw`(?:≥|⩾|>=|=>)|\bmin(?:imum|\.)?|\bmindestens|\bat least|\bnot less than|\bmind\.`;
const most = String.raw`(?:≤|⩽|<=|=<)|\bmax(?:imum|imal|\.)?|\bhöchstens|\bhoechstens|\bat most|\bnot more than|\bup to|\bbis zu`;
const more = String.raw`>|\bmore than|\bover|\babove|\bmehr als|\büber`;
const less = String.raw`<|\bless than|\bbelow|\bunder|\bweniger als|\bunter`;

/** What makes the value after it a bound. */
export const boundBefore = new RegExp(
  `(?:(?<least>${least})|(?<most>${most})|(?<more>${more})|(?<less>${less}))[ \\u00a0]{0,2}$`,
  'iu',
);
const boundAfter =
  /^[ \u00a0]?\(?(?:(?<least>min(?:\.|imum)?(?![\p{L}\p{N}]))|(?<most>max(?:\.|imum)?(?![\p{L}\p{N}])))/iu;

/** Whether the words around a value make it a bound. */
export function bounds(
  before: string,
  after: string,
): { bound: '>' | '<' | '='; isStrict: boolean } {
  const groups = boundBefore.exec(before)?.groups ?? boundAfter.exec(after)?.groups ?? {};
  const isStrict = groups['more'] !== undefined || groups['less'] !== undefined;
  const isLeast = groups['least'] !== undefined || groups['more'] !== undefined;
  const isMost = groups['most'] !== undefined || groups['less'] !== undefined;
  return { bound: isLeast ? '>' : isMost ? '<' : '=', isStrict };
}
