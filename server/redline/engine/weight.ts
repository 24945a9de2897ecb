import type { RedlineChange } from '#contract/redline.ts';
import type { RedlineToken } from './tokens.ts';

// Words that make a sentence a requirement, or a value a limit, in the languages of standards that we met.
const obligations = new Set(
  [
    'shall must may can cannot should not no only required requires prohibited forbidden permitted allowed mandatory optional',
    'max maximum min minimum least most exceed except unless without all any never always',
    'muss müssen darf dürfen soll sollen sollte sollten kann können nicht kein keine nur verboten zulässig unzulässig mindestens höchstens maximal minimal erforderlich',
    'doit doivent peut peuvent devrait devraient ne pas interdit interdite autorisé autorisée obligatoire maximum minimum maximal minimal exigé sauf',
    'debe deben debería deberían puede pueden no prohibido prohibida permitido permitida obligatorio máximo mínimo máx mín requerido salvo',
    'deve devono dovrebbe dovrebbero può possono non vietato consentito obbligatorio massimo minimo almeno',
  ]
    .join(' ')
    .split(' '),
);
// Japanese and Chinese are compared by characters, so these words are searched in the text.
const unspacedObligations =
  /ならない|すること|してはならない|必要|以上|以下|最大|最小|禁止|不得|必须|应当|不应/u;
const units = new Set(
  'mm cm m km µm μm um nm in ft N kN Nm N·m mN J kJ Pa kPa MPa GPa bar mbar psi °C °F K h s ms min % ‰ HV HB HRC HBW kg g mg t V kV mV A mA Ω W kW Hz kHz MHz dB rpm l ml ppm'.split(
    ' ',
  ),
);
const clauseNumber = /^(?:\p{Lu}|\d{1,3})(?:\.\d{1,3})*\.?$/u;

type Range = {
  tokens: readonly RedlineToken[];
  all: readonly RedlineToken[];
  at: readonly number[];
};

/** The weight of a change: a value weighs more than an obligation, and that more than text. */
export function weightOf(from: Range, to: Range): RedlineChange['weight'] {
  const gone = onlyIn(from, to);
  const come = onlyIn(to, from);
  if ([...gone, ...come].some(({ isValue }) => isValue)) return 'number';
  const isObligation = [...gone, ...come].some(({ key }) =>
    obligations.has(bare(key).toLowerCase()),
  );
  if (isObligation) return 'obligation';
  const texts = [from, to].map(({ tokens }) => tokens.map(({ key }) => key).join(''));
  const differs =
    texts[0]?.match(unspacedObligations)?.[0] !== texts[1]?.match(unspacedObligations)?.[0];
  return differs ? 'obligation' : 'text';
}

/** The words that the other side does not have, or not as often. */
function onlyIn(one: Range, other: Range): { key: string; isValue: boolean }[] {
  const counts = new Map<string, number>();
  for (const { key } of other.tokens) counts.set(key, (counts.get(key) ?? 0) + 1);
  const only: { key: string; isValue: boolean }[] = [];
  for (const [index, token] of one.tokens.entries()) {
    const left = counts.get(token.key) ?? 0;
    if (left > 0) counts.set(token.key, left - 1);
    else only.push({ key: token.key, isValue: isValue(token, one.all, one.at[index] ?? 0) });
  }
  return only;
}

function isValue(token: RedlineToken, all: readonly RedlineToken[], at: number): boolean {
  if (/\d/.test(token.key)) {
    // A clause's number is not a value.
    const next = all[at + 1];
    const isHeading =
      token.beginsLine &&
      clauseNumber.test(token.key) &&
      next?.beginsLine === false &&
      /^\p{Lu}\p{Ll}/u.test(next.text);
    return !isHeading;
  }
  return /\d/.test(all[at - 1]?.key ?? '') && units.has(bare(token.text));
}

function bare(word: string): string {
  return word.replace(/^[("'[]+|[)"'\].,;:!?]+$/g, '');
}
