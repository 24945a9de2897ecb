import { isContents } from './contents-page.ts';
import { headingAbove, type PageHeadings } from './headings.ts';
import { type Match, weightOf } from './snippet.ts';

/** What a page shows of what was searched for: the matches to show, and its worth among the pages. */
type Judged = { shown: readonly Match[]; worth: number };

const classWorth = 1_000_000;
const partWorth = 1000;
const glossary =
  /^(?:\d[\d.]* )?(?:terms|definitions|glossary|abbreviations|symbols|index|begriffe|definitionen|glossar|abkürzungen|stichwortverzeichnis|termes|glossaire)\b/iu;

/** Text comes before tables of contents and glossaries, and these before what is only in a running header. */
export function judge(
  text: string,
  matches: readonly Match[],
  furniture: readonly (readonly [at: number, to: number])[],
  headings: PageHeadings,
): Judged {
  const isBody = ({ start }: Match) => !furniture.some(([at, to]) => start >= at && start < to);
  const body = matches.filter(isBody);
  const isOfTerms = ({ start }: Match) => glossary.test(headingAbove(start, headings) ?? '');
  const telling = body.filter((match) => !isOfTerms(match));
  const shown = [telling, body, matches].find(({ length }) => length > 0) ?? matches;
  const pageClass = body.length === 0 ? 0 : shown !== telling || isContents(text) ? 1 : 2;
  const worth = pageClass * classWorth + weightOf(shown) * partWorth + Math.min(shown.length, 999);
  return { shown, worth };
}
