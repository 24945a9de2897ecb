import { gzipSync } from 'node:zlib';
import type { Redline, RedlineChange, RedlineRun } from '#contract/redline.ts';
import type { GreyPicture } from '../pdf/draw/draw-grey.ts';
import { unpackWords } from '../pdf/text/words.ts';
import { type Comparison, compareTexts } from './engine/compare.ts';
import type { DocumentPages } from './engine/furniture.ts';
import { comparePictures, type DrawPages } from './pictures/compare-pages.ts';
import type { CompareAnswer, CompareQuestion, PackedSide } from './redline-process.ts';

// Compares two documents for redline-process.ts, in a separate process: it takes seconds of processor time,
// and the files may be hostile. It may not open files, and requests pictures from its parent.

let receiveDrawn: (drawn: Map<number, GreyPicture>) => void = () => {};

process.on('message', (question: CompareQuestion) => {
  if ('drawn' in question) receiveDrawn(new Map(question.drawn.map((one) => [one.page, one])));
  else void compare(question.compare);
});
process.once('disconnect', () => process.exit(1));

const shareOfTexts = 0.6;

type Compared = Extract<CompareQuestion, { compare: object }>['compare'];

async function compare(packed: Compared): Promise<void> {
  const [from, to] = [pagesOf(packed.from), pagesOf(packed.to)];
  await send({ progress: 0.1 });
  const texts = compareTexts(from, to, packed.shapes);
  await send({ progress: shareOfTexts });
  const pictures = await comparePictures({ from, to, textChanges: texts.changes }, draw, (done) => {
    void send({ progress: shareOfTexts + (1 - shareOfTexts) * done });
  });
  const { changes, runs } = inOrder(texts, pictures.changes);
  // Scans differ only in their pictures.
  const isOnlyPictures = texts.verdict === 'same_text' && pictures.changes.length > 0;
  const result: Omit<Redline, 'from' | 'to'> = {
    verdict: isOnlyPictures ? 'changed' : texts.verdict,
    changes,
    furniture: texts.furniture,
    pages_by_picture: pictures.pages,
    anchors: texts.anchors,
  };
  const compared = { result_gz: zipped(result), runs_gz: zipped({ runs }) };
  const megabytes = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
  await send({ done: { compared, megabytes } });
  process.exit(0);
}

/** Level 1 takes a third of the time of level 6, and gives a tenth more bytes. */
function zipped(value: object): Uint8Array {
  return gzipSync(JSON.stringify(value), { level: 1 });
}

function pagesOf({ words, page_sizes, headings }: PackedSide): DocumentPages {
  const sizes = page_sizes.flatMap(({ pages, width, height }) =>
    Array.from({ length: pages }, () => ({ width, height })),
  );
  return { words: unpackWords(words), sizes, headings };
}

const draw: DrawPages = async (side, pages, mostPixels) => {
  const drawn = new Promise<Map<number, GreyPicture>>((resolve) => (receiveDrawn = resolve));
  await send({ draw: { side, pages, mostPixels } });
  return drawn;
};

/** Texts and pictures in one list, in the order of the newer document's pages. */
function inOrder(
  { changes, runs }: Comparison,
  pictures: readonly Omit<RedlineChange, 'id'>[],
): { changes: RedlineChange[]; runs: RedlineRun[] } {
  if (pictures.length === 0) return { changes, runs };
  const all = [...changes, ...pictures.map((one) => ({ ...one, id: 0 }))];
  const pageOf = ({ to }: RedlineChange) => to[0]?.page ?? 0;
  const sorted = all.toSorted((one, other) => pageOf(one) - pageOf(other));
  const newIds = new Map(sorted.map(({ id }, at) => [id, at + 1]));
  return {
    changes: sorted.map((one, at) => ({ ...one, id: at + 1 })),
    runs: runs.map((run) => ({
      ...run,
      change: run.change === null ? null : (newIds.get(run.change) ?? null),
    })),
  };
}

function send(message: CompareAnswer): Promise<void> {
  return new Promise((resolve) => process.send?.(message, undefined, {}, () => resolve()));
}
