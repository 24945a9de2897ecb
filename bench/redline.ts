import { PdfReaders } from '../server/pdf/reader/reader-processes.ts';
import { packWords, type Word } from '../server/pdf/text/words.ts';
import { compareInProcess } from '../server/redline/redline-process.ts';
import { ownCpuSeconds } from './children.ts';
import { median } from './median.ts';
import { pages, type RedlineCase, redlineCases, wordsAPage } from './redline-texts.ts';
import { circumstances, report, type Row, say } from './table.ts';

// What we want of 300 pages a side, in a process that is started for it: seconds of processor time, so that what
// others do on the machine does not count, and its memory.
const most = { seconds: 2, megabytes: 300 };
const rounds = 3;

type Measured = { seconds: number; megabytes: number };

/** Time and memory of a redline of 300 pages. */
export async function benchRedline(): Promise<boolean> {
  const about = circumstances();
  const rows: Row[] = [];
  for (const one of redlineCases()) {
    say(one.name);
    const measured: Measured[] = [];
    for (let round = 0; round < rounds; round++) measured.push(await measure(one));
    const seconds = median(measured.map((each) => each.seconds));
    const megabytes = Math.max(...measured.map((each) => each.megabytes));
    const of = `${pages} pages of ${wordsAPage} words a side`;
    rows.push({ what: `${one.name}: seconds`, value: seconds, most: most.seconds, of });
    rows.push({ what: `${one.name}: MB`, value: megabytes, most: most.megabytes });
  }
  return report('redline', about, rows);
}

/** All that a reader waits for: the start of the process, the unpacking, the comparison, the JSON. */
async function measure({ from, to }: RedlineCase): Promise<Measured> {
  const readers = new PdfReaders({ processes: 1 });
  const [older, newer] = [packed(from), packed(to)];
  const file = { at: '', bytes: 0, modified_ns: '' };
  const begun = ownCpuSeconds();
  const { megabytes } = await compareInProcess({
    from: { ...older, file },
    to: { ...newer, file },
    shapes: [],
    readers,
    onProgress: () => {},
    signal: new AbortController().signal,
  });
  await readers.close();
  return { seconds: ownCpuSeconds() - begun, megabytes };
}

function packed(words: readonly string[]) {
  const placed = Array.from({ length: Math.ceil(words.length / wordsAPage) }, (_, page) =>
    words.slice(page * wordsAPage, (page + 1) * wordsAPage).map((text, at): Word => ({
      text,
      left: 60 + (at % 10) * 48,
      top: 70 + Math.floor(at / 10) * 15,
      width: 44,
      height: 12,
    })),
  );
  const page_sizes = [{ pages: placed.length, width: 595.28, height: 841.89 }];
  return { words: packWords(placed), page_sizes, headings: [] };
}
