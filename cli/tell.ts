import type { Finding } from './finding.ts';

const marks = { ok: 'ok   ', note: 'note ', wrong: 'WRONG' };

/** Tells findings as they come, with how to mend what is wrong; gives the exit code. */
export async function tell(findings: AsyncIterable<Finding>): Promise<number> {
  let wrong = 0;
  for await (const finding of findings) {
    console.log(`${marks[finding.state]} ${finding.text}`);
    if (finding.state !== 'wrong') continue;
    console.log(`      to mend: ${finding.mend}`);
    wrong += 1;
  }
  console.log(wrong === 0 ? 'All is well.' : `${wrong} to mend.`);
  return wrong === 0 ? 0 : 1;
}
