import { evidencePdf } from './evidence-pdf.ts';
import type { Evidence } from './evidence-words.ts';

// Writes the PDF of cases for evidence-process.ts, in a separate process: laying out thousands of lines
// blocks the event loop for seconds.

process.on('message', (question: Evidence & { madeAt: string }) => void answer(question));
process.once('disconnect', () => process.exit(1));

async function answer({ madeAt, ...evidence }: Evidence & { madeAt: string }): Promise<void> {
  const pdf = await evidencePdf(evidence, new Date(madeAt));
  process.send?.(pdf, undefined, {}, () => process.exit(0));
}
