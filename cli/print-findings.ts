import type { Finding } from './finding.ts';

const labels = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** Prints findings as they come, with how to fix faults; returns the exit code. */
export async function printFindings(findings: AsyncIterable<Finding>): Promise<number> {
  let wrong = 0;
  for await (const finding of findings) {
    console.log(`${labels[finding.state]} ${finding.text}`);
    if (finding.state !== 'wrong') continue;
    console.log(`      to mend: ${finding.mend}`);
    wrong += 1;
  }
  console.log(wrong === 0 ? 'All is well.' : `${wrong} to mend.`);
  return wrong === 0 ? 0 : 1;
}
