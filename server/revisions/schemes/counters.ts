import type { Key } from './label-keys.ts';

// Schemes that count. Each reads all labels of a standard, without their words, and gives the keys of
// every way in which it can read them all: no way where one label is of another scheme.

/** Gives [] where one of the labels cannot be read. */
export function readAll(labels: readonly string[], read: (label: string) => Key | null): Key[][] {
  const keys: Key[] = [];
  for (const label of labels) {
    const key = read(label);
    if (key === null) return [];
    keys.push(key);
  }
  return [keys];
}

/** First issues, before `A` and `1`. The order of two of them is unknown. */
const firstIssues = /^(?:-+|new|0+)$/i;

/** Capitals or small letters: some have `a` for a draft of `A`. */
function isOneCase(labels: readonly string[]): boolean {
  const text = labels.join('');
  return text === text.toLowerCase() || text === text.toUpperCase();
}

/** `N/C` is no letter, and its place is unknown. */
const noLetters = /^n[ac]$/i;

/** A, B, H, J, Y, Z, AA, AB, BA; `-`, `NEW` or `0` before A. */
export function letters(labels: readonly string[]): Key[][] {
  const lettered = labels.filter((label) => !firstIssues.test(label));
  const first = new Set(labels.filter((label) => firstIssues.test(label)));
  if (first.size > 1 || lettered.length === 0 || !isOneCase(lettered)) return [];
  if (!followOn(lettered)) return [];
  return readAll(labels, (label) => (first.has(label) ? [0, 0, 0] : letterKey(label)));
}

function letterKey(label: string): Key | null {
  if (!/^[a-z]{1,2}$/i.test(label) || noLetters.test(label)) return null;
  const [one = 0, other = 0] = [...label.toLowerCase()].map((letter) => letter.charCodeAt(0));
  return [label.length, one, other];
}

/** Letters that ASME Y14.35 and companies leave out. */
const oftenSkipped = 'ioqsxz';

/**
 * After Z come AA, AB … BA: pairs follow letters only if the letters reach W or AA is there, and begin with A, then with
 * each next letter. `PA` or `AR` beside `C` is something else, a draft or a note perhaps.
 */
function followOn(labels: readonly string[]): boolean {
  const pairs = labels.filter((label) => label.length === 2);
  const firsts = pairs.map((pair) => pair.slice(0, 1).toLowerCase());
  if (pairs.length === 0 || pairs.length === labels.length) return isRun(firsts, null);
  return labels.some((label) => /^(?:[w-z]|aa)$/i.test(label)) && isRun(firsts, 'a');
}

/** Whether letters follow each other without a gap, but for those that are often skipped. */
function isRun(unsorted: readonly string[], start: string | null): boolean {
  const run = [...new Set(unsorted)].toSorted();
  if (start !== null && run.length > 0 && run[0] !== start) return false;
  return run.every((letter, at) => {
    const from = (run[at - 1] ?? letter).charCodeAt(0) + 1;
    for (let code = from; code < letter.charCodeAt(0); code++) {
      if (!oftenSkipped.includes(String.fromCharCode(code))) return false;
    }
    return true;
  });
}

/**
 * I, II, IV, V, IX, XXXIX. Nothing has a fiftieth edition in Roman numerals: `C` and `L` are letters. `V`
 * and `II` are letters, too, where Z is followed by AA, BB, CC.
 */
export function roman(labels: readonly string[]): Key[][] {
  if (!isOneCase(labels)) return [];
  const numerals = readAll(labels, (label) => {
    const [, tens = '', ones = ''] = /^(?=.)(x{0,3})(ix|iv|v?i{0,3})$/i.exec(label) ?? [];
    const value = tens.length * 10 + romanOnes.indexOf(ones.toLowerCase());
    return tens + ones === '' ? null : [value];
  });
  const areDoubled = labels.every((label) => /^(.)\1?$/i.test(label));
  return numerals.length > 0 && areDoubled
    ? [...numerals, ...readAll(labels, letterKey)]
    : numerals;
}

const romanOnes = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix'];

const steps = /^\d{1,3}(?:[-./ ]\d{1,3}){0,3}$/;
const ordinal = /(?<=^\d{1,3})(?:st|nd|rd|th)$/i;
/** `07.79` is July 1979; steps are not written so. */
const monthAndYear = /^0[1-9][-./ ][5-9]\d$/;

/**
 * 1, 2, 10; 01, 02; 1st, 2nd; 1.0, 1.1, 2.0; `-` or `NEW` before 1. 1.9 and 1.10 are read as steps and
 * as decimals, which do not agree.
 */
export function numbers(labels: readonly string[]): Key[][] {
  const plain = labels.map((label) => label.replace(ordinal, ''));
  if (plain.some((label) => monthAndYear.test(label)) || !areOneSeries(plain)) return [];
  if (new Set(plain.filter((label) => firstIssues.test(label))).size > 1) return [];
  const read = (label: string): Key | null => {
    if (firstIssues.test(label)) return firstNumber;
    if (!steps.test(label) && !/^\d{4,15}$/.test(label)) return null;
    return [...label.split(/[-./ ]/).map(Number), 0, 0, 0].slice(0, 4);
  };
  return [...readAll(plain, read), ...decimals(plain)];
}

const firstNumber: Key = [0, 0, 0, 0];

/**
 * Years and dates are numbers, too, but not beside others: `1`, `2` and `2019`, `96` and `02.01.96` are
 * no series. `1`, `1.1` and `2` are.
 */
function areOneSeries(labels: readonly string[]): boolean {
  const numbered = labels.filter((label) => /^\d/.test(label));
  const lengths = new Set(numbered.map(({ length }) => length));
  if (lengths.size > 1 && numbered.some((label) => /^\d{4,}$/.test(label))) return false;
  const signs = new Set(numbered.map((label) => label.replace(/\d+/g, '')));
  if (signs.size === 1) return true;
  return numbered.every((label) => /^\d$|^\d{1,3}\.\d{1,3}$/.test(label));
}

/** Where `1.1` and `1.10` are both there, they are no decimals. */
function decimals(labels: readonly string[]): Key[][] {
  if (!labels.some((label) => label.includes('.'))) return [];
  const [keys = []] = readAll(labels, (label) =>
    /^\d{1,3}(?:\.\d{1,3})?$/.test(label) ? [Number(label)] : null,
  );
  const isTold = new Set(keys.map(([value]) => value)).size === labels.length;
  return keys.length > 0 && isTold ? [keys] : [];
}

const letterAndNumber = /^(?<letters>[a-z]{1,2})(?:(?<sign>[-. ]?)(?<number>\d{1,3}))?$/i;

/**
 * R1, R2, R10; A1, A2, B1; A, A.1, A.2, B. The letters are one, or begin with A: of P1 and C1, the
 * preliminary one is older. `A` beside `A1` may be what A1 was a draft of.
 */
export function lettersAndNumbers(labels: readonly string[]): Key[][] {
  const parts = labels.map((label) => letterAndNumber.exec(label)?.groups);
  if (parts.some((one) => one === undefined) || !isOneCase(labels)) return [];
  const spelled = new Set(parts.map((one) => (one?.['letters'] ?? '').toLowerCase()));
  const numbered = parts.filter((one) => one?.['number'] !== undefined);
  if (numbered.length === 0) return [];
  if (numbered.length < labels.length && numbered.some((one) => one?.['sign'] !== '.')) return [];
  const isSeries = spelled.size === 1 || isRun([...spelled], 'a');
  if (!isSeries || (spelled.size > 1 && [...spelled].some(({ length }) => length > 1))) return [];
  return [
    parts.map((one) => [
      ...(letterKey(one?.['letters'] ?? '') ?? [0, 0, 0]),
      Number(one?.['number'] ?? 0),
    ]),
  ];
}

/** 1A, 1B, 2A; 962C, 962D: all have a letter. */
export function numbersAndLetters(labels: readonly string[]): Key[][] {
  if (!isOneCase(labels)) return [];
  return readAll(labels, (label) => {
    const [, number, letter = ''] = /^(\d{1,4})[-. ]?([a-z])$/i.exec(label) ?? [];
    return number === undefined ? null : [Number(number), letter.toLowerCase().charCodeAt(0)];
  });
}
