import type { WholeCase } from '#contract/cases.ts';
import { evidencePdf } from './evidence-pdf.ts';

// Writes the PDF of one case for evidence-process.ts, in a separate process: laying out thousands of lines
// blocks the event loop for seconds.

process.on('message', (question: { of: WholeCase; madeAt: string }) => void answer(question));
process.once('disconnect', () => process.exit(1));

async function answer({ of, madeAt }: { of: WholeCase; madeAt: string }): Promise<void> {
  const pdf = await evidencePdf(of, new Date(madeAt));
  process.send?.(pdf, undefined, {}, () => process.exit(0));
}
