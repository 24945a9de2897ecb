import { findMentions } from '../../references/find-mentions.ts';
import { Shapes } from '../../references/shapes.ts';
import type { RedlineToken } from './tokens.ts';

// Standards of public bodies are seldom in the catalogue, whose numbers have other shapes.
const bodies =
  'iso isoiec isots isotr isopas iatf iec ieciso en din dinen diniso dineniso dineniec dinspec vde dinvde bs bsen bsiso bseniso nf nfen nfeniso uni unien unieniso une uneeniso oenorm onorm sn sneniso eniso eniec eniso gb gbt jisb jisc jisd jise jisg jish jisk jisr jist jisw jisx jisz jaso astma astmb astmc astmd astme astmf astmg sae saej saeams ams asme asmeb ansi aws awsd ul ieee rfc ietfrfc ecma itu mil milstd mildtl milspec vda vdi vdivde vdg iatf eca unece ecer etsi etsien qc qct hg hgt jb jbt yb ybt';
const mostDigits = 8;

/** The shapes of public standards, and these of the catalogue. */
export function shapesOf(catalogue: readonly string[]): Shapes {
  const digits = Array.from({ length: mostDigits }, (_, at) => '0'.repeat(at + 1));
  const known = bodies.split(' ').flatMap((body) => digits.map((number) => body + number));
  return new Shapes([...known, ...catalogue]);
}

export type CitedEditions = {
  /** The editions by number. */
  numbers: Map<string, string>;
  /** Words that are part of a number. */
  words: ReadonlySet<RedlineToken>;
};

/** The standards that a sentence cites. */
export function citedIn(tokens: readonly RedlineToken[], shapes: Shapes): CitedEditions {
  // On one line: their own places may be on two pages.
  const [top, width, height] = [0, 10, 1];
  const inLine = tokens.map(({ text }, at) => ({ text, left: at * 10, top, width, height }));
  const numbers: CitedEditions['numbers'] = new Map();
  const cited = new Set<RedlineToken>();
  for (const { number_key, alone_times, places } of findMentions([inLine], shapes)) {
    if (alone_times === 0) continue;
    const alone = places.filter(({ longer }) => longer.length === 0);
    const editions = alone.map(({ doc_rev }) => doc_rev ?? '').join(' ');
    numbers.set(number_key, editions);
    for (const [left, , width] of alone.flatMap(({ boxes }) => boxes)) {
      for (let at = Math.floor(left / 10); at < (left + width) / 10; at++) {
        const token = tokens[at];
        if (token !== undefined) cited.add(token);
      }
    }
  }
  return { numbers, words: cited };
}

export type ReferenceEffect = 'new' | 'dropped' | 'replaced' | 'edition';

/** What became of the standards that a sentence cites; null where they are the same. */
export function referenceEffect(from: CitedEditions, to: CitedEditions): ReferenceEffect | null {
  const come = [...to.numbers.keys()].some((key) => !from.numbers.has(key));
  const gone = [...from.numbers.keys()].some((key) => !to.numbers.has(key));
  if (come || gone) return come && gone ? 'replaced' : come ? 'new' : 'dropped';
  const isOther = [...to.numbers].some(([key, editions]) => from.numbers.get(key) !== editions);
  return isOther ? 'edition' : null;
}
