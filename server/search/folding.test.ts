import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  codeKey,
  compact,
  foldText,
  withoutLeadingZeros,
  withoutSpelledUmlauts,
} from './folding.ts';

test.each([
  ['GMW 3059', 'gmw 3059'],
  ['Zink-Nickel-Überzüge für Fahrwerksschrauben', 'zink-nickel-uberzuge fur fahrwerksschrauben'],
  ['Propreté technique, Électronique', 'proprete technique, electronique'],
  ['módulos electrónicos', 'modulos electronicos'],
  ['Maße, MAẞE', 'masse, masse'],
  ['ＧＭＷ３０５９', 'gmw3059'],
  ['ﬁnish, eﬀect', 'finish, effect'],
  ['Œuvre, Ærø, Łódź, İstanbul, ısı', 'oeuvre, aero, lodz, istanbul, isi'],
  ['50 µm, mm²', '50 μm, mm2'],
  ['ΟΔΟΣ, οδός', 'οδοσ, οδοσ'],
  ['Kor\u00adrosions\u200bschutz', 'korrosionsschutz'],
])('%s is folded to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});

test('a Latin text is folded the same whatever stands beside it', () => {
  const latin = fc.integer({ min: 0, max: 0x24f }).map((unit) => String.fromCharCode(unit));
  fc.assert(
    fc.property(fc.string({ unit: latin }), (text) => {
      expect(foldText(`${text}防`)).toBe(`${foldText(text)}防`);
    }),
    { numRuns: 1000 },
  );
});

test('the marks of kana and Hangul make other letters and stay, in every width', () => {
  expect(foldText('ガ')).not.toBe(foldText('カ'));
  expect(foldText('ｶﾞｽ')).toBe('ガス');
  expect(foldText('締結部品の防錆皮膜')).toBe('締結部品の防錆皮膜');
  expect(foldText('한글'.normalize('NFD'))).toBe('한글');
});

test.each([
  ['GMW 3059', 'gmw3059'],
  ['gmw-3059', 'gmw3059'],
  ['VW 011 55', 'vw1155'],
  ['VW1155', 'vw1155'],
  ['02091-C-71', '2091c71'],
  ['KES-D-0007', 'kesd7'],
  ['TRK 04/117', 'trk4117'],
  ['FJ#2207', 'fj2207'],
  ['10.000', '100'],
  ['A-0-05', 'a5'],
  ['§ — …', ''],
  ['防錆 007', '防錆7'],
])('the key of %s is %s', (number, key) => {
  expect(codeKey(number)).toBe(key);
});

test('zeros inside a run of digits stay', () => {
  expect(withoutLeadingZeros('0105 00 x010')).toBe('105 0 x10');
  expect(compact('a-1_b')).toBe('a1b');
});

test('umlauts that a query spells out are also searched as they are folded', () => {
  expect(withoutSpelledUmlauts('ueberzuege')).toBe(foldText('Überzüge'));
  expect(withoutSpelledUmlauts('geraet')).toBe(foldText('Gerät'));
  expect(withoutSpelledUmlauts('oelfuehrend')).toBe(foldText('ölführend'));
  for (const word of ['neue', 'bauen', 'quer', 'bolts']) {
    expect(withoutSpelledUmlauts(word)).toBeNull();
  }
});

test('whatever is folded stays as it is when folded again', () => {
  const anyText = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(anyText, (text) => {
      const folded = foldText(text);
      expect(foldText(folded)).toBe(folded);
      expect(codeKey(codeKey(text))).toBe(codeKey(text));
    }),
    { seed: 15, numRuns: 3000 },
  );
});

test('half a character does not disturb', () => {
  expect(foldText('A\uD800b\0')).toBe('a\uFFFDb\0');
  expect(codeKey('A\uD800 0\0b')).toBe('a0b');
});
