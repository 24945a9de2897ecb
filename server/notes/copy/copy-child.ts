import type { Note } from '#contract/notes.ts';
import { PipedBytes } from '../../pdf/file-bytes.ts';
import { PdfReader } from '../../pdf/reader/reader.ts';
import { drawAppearances } from './appearances.ts';
import type { CopyQuestion } from './copy-process.ts';
import { annotationOf, partsOf, wordsParts } from './note-parts.ts';

// Makes the annotations of a copy for copy-process.ts, in a separate process that a hostile file may crash. It may
// not open files: the bytes come through the pipe.

const pipe = Number(process.argv[2]);

process.on('message', (question: CopyQuestion) => void answer(question));
process.once('disconnect', () => process.exit(1));

async function answer({ bytes, notes, pictures, print }: CopyQuestion): Promise<void> {
  const parts = partsOf(notes.flatMap((json) => JSON.parse(json) as Note[])); // written by copy-with-notes.ts
  const { words = null, sizes = [] } = print ?? {};
  if (words !== null) parts.push(...wordsParts(words, sizes, new Date().toISOString()));
  const appearances = await drawAppearances(parts, pictures);
  const annotations = parts.map(annotationOf);
  const reader = await PdfReader.start();
  const file = new PipedBytes(pipe, bytes);
  const annotated = reader.annotate(file, { annotations, appearances, isForPrint: print !== null });
  process.send?.(annotated, undefined, {}, () => process.exit(0));
}
