import { mkdir, readdir, rename } from 'node:fs/promises';
import path from 'node:path';
import type { CleanUp } from '../clean-up.ts';
import { startReading, temporaryFolder } from '../harness.ts';
import { type Drill, type Findings, noFindings } from './drill.ts';

/** The folder goes, is empty, or has lost most of its files, and comes back. */
export const shareDrill: Drill = {
  what: 'share unplugged, emptied, partly emptied',
  times: { full: 300, short: 9 },
  run: unplugAgainAndAgain,
};

const count = 60;

async function unplugAgainAndAgain(times: number, cleanUp: CleanUp): Promise<Findings> {
  const numbers = Array.from({ length: count }, (_, at) => `N-${at}`);
  const nameOf = (number: string) => `${number}_EN_1.pdf`;
  const library = await startReading(cleanUp, {
    entries: numbers.map((doc_num) => ({ doc_num })),
    files: Object.fromEntries(numbers.map((number) => [nameOf(number), `%PDF ${number}`])),
  });
  const share = library.config.shareDir;
  const away = path.join(await temporaryFolder(cleanUp), 'away');
  const move = async (from: string, to: string, names: string[]) => {
    await mkdir(to, { recursive: true });
    for (const name of names) await rename(path.join(from, name), path.join(to, name));
  };
  const faults = [
    { go: () => rename(share, away), comeBack: () => rename(away, share) },
    {
      go: async () => move(share, away, await readdir(share)),
      comeBack: async () => move(away, share, await readdir(away)),
    },
    {
      go: () => move(share, away, numbers.slice(1).map(nameOf)),
      comeBack: async () => move(away, share, await readdir(away)),
    },
  ];
  const findings = noFindings();
  for (let time = 0; time < times; time++) {
    const fault = faults[time % faults.length];
    if (fault === undefined) break;
    await fault.go();
    // It stops and changes nothing; what it found is said in its error.
    await library.scanNames().then(
      () => findings.lost.push(`${time}: the scan believed it`),
      () => {},
    );
    await fault.comeBack();
    const backAt = performance.now();
    await library.scanNames();
    for (const number of numbers) {
      const answer = await library.get(`/document/egd-lib/${nameOf(number)}`);
      if (answer.body !== `%PDF ${number}`) findings.lost.push(`${time}: ${number}`);
    }
    findings.recoveryMs.push(performance.now() - backAt);
    findings.tried += 1;
  }
  return findings;
}
