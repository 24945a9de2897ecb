import type { Redline } from '#contract/redline.ts';
import { reportPdf } from './report-pdf.ts';
import type { ReportQuestion } from './report-process.ts';

// Writes one report for report-process.ts, in a separate process: laying out thousands of changes blocks
// the event loop for seconds.

process.on('message', (question: ReportQuestion) => void answer(question));
process.once('disconnect', () => process.exit(1));

async function answer({ json, madeAt }: ReportQuestion): Promise<void> {
  // Made by redline-child.ts and cached by us.
  const redline = JSON.parse(json) as Redline;
  const pdf = await reportPdf(redline, new Date(madeAt));
  process.send?.(pdf, undefined, {}, () => process.exit(0));
}
