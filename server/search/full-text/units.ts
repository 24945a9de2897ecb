// Values with a unit, such as `≥ 720 h`, `0,5 mm` or `20 to 30 N·m`, are found by what they say: each is a term in base
// units, so that `720 hours` finds `720 h`, and a search for more than 500 h finds both.

/** What a value measures. `Nm` is no energy here: nobody looks for a torque in joules. */
type Kind = string;

/** [kind, factor to the base unit, added after it, spellings]. Symbols are told apart by case, words are not. */
const units: readonly (readonly [Kind, number, number, string])[] = [
  ['time', 1e-6, 0, 'µs'],
  ['time', 1e-3, 0, 'ms'],
  ['time', 1, 0, 's sec second seconds sekunde sekunden'],
  ['time', 60, 0, 'min minute minutes minuten'],
  ['time', 3600, 0, 'h hr hrs hour hours std stunde stunden heure heures'],
  ['time', 86_400, 0, 'd day days tag tage tagen'],
  ['time', 604_800, 0, 'week weeks woche wochen'],
  ['time', 2_629_800, 0, 'month months monat monate monaten'],
  ['time', 31_557_600, 0, 'year years jahr jahre jahren'],
  ['temperature', 1, 273.15, '°C ℃ degC'],
  ['temperature', 5 / 9, 255.372_222_2, '°F ℉ degF'],
  ['temperature', 1, 0, 'K kelvin'],
  ['length', 1e-9, 0, 'nm'],
  ['length', 1e-6, 0, 'µm micron microns'],
  ['length', 1e-3, 0, 'mm millimetre millimetres millimeter millimeters'],
  ['length', 1e-2, 0, 'cm centimetre centimetres centimeter centimeters zentimeter'],
  ['length', 1, 0, 'm metre metres meter meters'],
  ['length', 1000, 0, 'km kilometre kilometres kilometer kilometers'],
  ['length', 0.0254, 0, 'inch inches zoll'],
  ['area', 1e-6, 0, 'mm2'],
  ['area', 1e-4, 0, 'cm2'],
  ['area', 1e-2, 0, 'dm2'],
  ['area', 1, 0, 'm2'],
  ['volume', 1e-9, 0, 'mm3'],
  ['volume', 1e-6, 0, 'cm3 ml mL'],
  ['volume', 1e-3, 0, 'l L litre litres liter liters dm3'],
  ['volume', 1, 0, 'm3'],
  ['mass', 1e-6, 0, 'mg'],
  ['mass', 1e-3, 0, 'g gram grams gramm'],
  ['mass', 1, 0, 'kg kilogram kilograms kilogramm'],
  ['mass', 1000, 0, 't tonne tonnes'],
  ['force', 1e-3, 0, 'mN'],
  ['force', 1, 0, 'N newton'],
  ['force', 1000, 0, 'kN kilonewton'],
  ['torque', 1e-2, 0, 'Ncm'],
  ['torque', 1, 0, 'Nm'],
  ['torque', 1000, 0, 'kNm'],
  ['pressure', 1, 0, 'Pa pascal'],
  ['pressure', 100, 0, 'mbar hPa'],
  ['pressure', 1000, 0, 'kPa'],
  ['pressure', 1e5, 0, 'bar'],
  ['pressure', 1e6, 0, 'MPa megapascal N/mm2'],
  ['pressure', 1e9, 0, 'GPa kN/mm2'],
  ['pressure', 6894.757, 0, 'psi'],
  ['share', 0.01, 0, '% percent prozent'],
  ['share', 0.001, 0, '‰'],
  ['share', 1e-6, 0, 'ppm'],
  ['voltage', 1e-3, 0, 'mV'],
  ['voltage', 1, 0, 'V volt volts'],
  ['voltage', 1000, 0, 'kV'],
  ['current', 1e-6, 0, 'µA'],
  ['current', 1e-3, 0, 'mA'],
  ['current', 1, 0, 'A ampere amperes'],
  ['resistance', 1e-3, 0, 'mΩ'],
  ['resistance', 1, 0, 'Ω ohm ohms'],
  ['resistance', 1000, 0, 'kΩ kohm'],
  ['resistance', 1e6, 0, 'MΩ Mohm'],
  ['power', 1e-3, 0, 'mW'],
  ['power', 1, 0, 'W watt watts'],
  ['power', 1000, 0, 'kW'],
  ['energy', 1, 0, 'J joule joules'],
  ['energy', 1000, 0, 'kJ'],
  ['frequency', 1, 0, 'Hz hertz'],
  ['frequency', 1000, 0, 'kHz'],
  ['frequency', 1e6, 0, 'MHz'],
  ['frequency', 1e9, 0, 'GHz'],
  ['turning', 1, 0, 'rpm 1/min min-1 U/min'],
  ['speed', 1, 0, 'm/s'],
  ['speed', 1e-3, 0, 'mm/s'],
  ['speed', 1 / 60, 0, 'm/min'],
  ['speed', 1 / 60_000, 0, 'mm/min'],
  ['speed', 1 / 3.6, 0, 'km/h'],
  ['coverage', 1e-3, 0, 'g/m2'],
  ['concentration', 1, 0, 'g/l'],
  ['concentration', 1e-3, 0, 'mg/l'],
  ['density', 1000, 0, 'g/cm3'],
  ['density', 1, 0, 'kg/m3'],
  ['angle', 1, 0, '° deg'],
  ['level', 1, 0, 'dB'],
];

type Unit = { kind: Kind; factor: number; plus: number };
/** What the text says of a value: at least it, at most it, or just it. */
type Bound = '>' | '<' | '=';

/** A value in a text or a query, as terms; and where it is. */
export type Value = { kind: Kind; bound: Bound; numbers: number[]; start: number; end: number };

/** A value as the index has it, such as `%time>2592000`. */
export function valueKeys({ kind, bound, numbers }: Value): string[] {
  return numbers.map((number) => `%${kind}${bound}${number}`);
}

export function isValueKey(key: string): boolean {
  return key.startsWith('%');
}

/** The parts of a value's key. */
export function readValueKey(key: string): { kind: Kind; bound: Bound; number: number } | null {
  const parts = /^%([a-z]+)([<>=])(.+)$/.exec(key);
  if (parts === null) return null;
  return { kind: parts[1] ?? '', bound: parts[2] as Bound, number: Number(parts[3]) };
}

const number = String.raw`\d{1,9}(?:[.,]\d{1,9})?`;
// A minus only where nothing is before it, as in `−40 °C`; `20-30` is a range.
const value = new RegExp(
  String.raw`(?<![\p{L}\p{N}.,])(?<![\p{L}\p{N}][-−–/])(?<minus>[-−–])?(?<first>${number})` +
    String.raw`(?:[ \u00a0]{0,2}(?:-|−|–|…|\.\.\.?|to|bis|and|und)[ \u00a0]{0,2}(?<second>[-−]?${number}))?`,
  'gu',
);
const unitAfter =
  /[ \u00a0\u202f-]?(°[ \u00a0]?[CFK]|1\/min|[%‰°℃℉]|[\p{L}µΩ][\p{L}µΩ·⋅*/²³]{0,13}[23]?)(?![\p{L}\p{N}])/uy;
const boundBefore =
  /(?:(?<least>[≥>⩾]=?|=>|min\.?|minimum|mindestens|at least|not less than|mind\.)|(?<most>[≤<⩽]=?|=<|max\.?|maximum|höchstens|hoechstens|maximal|at most|not more than|up to))[ \u00a0]{0,2}$/iu;
const lettersBefore = 16;

/** The values with a unit in a text. */
export function valuesIn(text: string, { anyCase = false } = {}): Value[] {
  const values: Value[] = [];
  for (const match of text.matchAll(value)) {
    const after = match.index + match[0].length;
    unitAfter.lastIndex = after;
    const written = unitAfter.exec(text)?.[1];
    if (written === undefined) continue;
    const { minus = '', first = '', second } = match.groups ?? {};
    for (const unit of unitsNamed(written, anyCase)) {
      const numbers = [
        ...readings(minus + first),
        ...(second === undefined ? [] : readings(second)),
      ];
      values.push({
        kind: unit.kind,
        bound: boundOf(text.slice(Math.max(0, match.index - lettersBefore), match.index)),
        numbers: [...new Set(numbers.map((one) => inBase(one, unit)))],
        start: match.index,
        end: unitAfter.lastIndex,
      });
    }
  }
  return values;
}

function boundOf(before: string): Bound {
  const { least, most } = boundBefore.exec(before)?.groups ?? {};
  return least !== undefined ? '>' : most !== undefined ? '<' : '=';
}

/** `1,000` is a thousand in English and one in German: both are meant. */
function readings(written: string): number[] {
  const plain = written.replace(/[−–]/, '-');
  const decimal = Number(plain.replace(',', '.'));
  return /^-?[1-9]\d{0,2}[.,]\d{3}$/.test(plain)
    ? [decimal, Number(plain.replace(/[.,]/, ''))]
    : [decimal];
}

function inBase(one: number, { factor, plus }: Unit): number {
  return Number((one * factor + plus).toPrecision(9));
}

/** The units of this spelling; what is behind a dash or slash may be another word: `720 h-test`. */
function unitsNamed(written: string, anyCase: boolean): Unit[] {
  const symbol = written
    .replace(/[ \u00a0·⋅*]/g, '')
    .replace('μ', 'µ')
    .replace('²', '2')
    .replace('³', '3');
  for (const name of [symbol, symbol.split('/')[0] ?? '']) {
    const exact = byName.get(name);
    if (exact !== undefined && !anyCase) return [exact];
    const like = byLowerName.get(name.toLowerCase()) ?? [];
    // In a text `MM` may be anything; words are written as one likes.
    if (like.length > 0 && (anyCase || name.length > 3)) return like;
  }
  return [];
}

const byName = new Map<string, Unit>();
const byLowerName = new Map<string, Unit[]>();
for (const [kind, factor, plus, names] of units) {
  const unit = { kind, factor, plus };
  for (const name of names.split(' ')) {
    byName.set(name, unit);
    const lower = name.toLowerCase();
    byLowerName.set(lower, [...(byLowerName.get(lower) ?? []), unit]);
  }
}
