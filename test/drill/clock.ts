import { takeLease } from '../../server/scan/lease.ts';
import type { CleanUp } from '../clean-up.ts';
import { entryOf, password, startManaging } from '../harness.ts';
import { type Drill, type Findings, noFindings } from './drill.ts';

/** The clock is set a day ahead, and back, and nobody is kept from anything. */
export const clockDrill: Drill = {
  what: 'clock a day ahead, and back',
  times: { full: 100, short: 6 },
  run: setAgainAndAgain,
};

const dayMs = 24 * 3600 * 1000;

async function setAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const library = await startManaging(cleanUp);
  const findings = noFindings();
  const signIn = (secret: string) =>
    library.app.inject({
      method: 'POST',
      url: '/auth',
      payload: { username: 'librarian', password: secret },
    });
  for (let time = 0; time < times; time++) {
    library.pass(time % 2 === 0 ? dayMs : -dayMs);
    const setAt = performance.now();
    await signIn('a wrong one');
    const answer = await signIn(password);
    if (answer.statusCode !== 200) findings.lost.push(`${time}: sign-in ${answer.statusCode}`);
    const cookie = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const saved = await library.app.inject({
      method: 'POST',
      url: '/vue-egd-lib/api/manage/documents/save',
      headers: { cookie },
      payload: { rows: [{ id: null, version: null, ...entryOf({ doc_num: `C-${time}` }) }] },
    });
    if (saved.statusCode !== 200) findings.lost.push(`${time}: save ${saved.statusCode}`);
    const holder = `process ${time}`; // each finds the lease of one that has ended
    if (!(await takeLease(library.db, holder, library.library.now()))) {
      findings.lost.push(`${time}: the lease`);
    }
    findings.recoveryMs.push(performance.now() - setAt);
    findings.tried += 1;
  }
  return findings;
}
