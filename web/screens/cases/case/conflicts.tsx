import { caseDecisionNames } from '#contract/case-words.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import type { Made } from '../lines.ts';
import type { CaseCalls, Conflict } from './use-case-calls.ts';
import styles from './working-list.module.css';

/** Lines that someone else decided meanwhile: theirs is saved, ours is kept until it is chosen or dropped. */
export function Conflicts({ calls }: { calls: CaseCalls }) {
  return calls.conflicts.map((conflict) => (
    <Alert key={`${conflict.theirs.line.id} ${conflict.theirs.line.version}`}>
      <p>{conflictWords(conflict, Date.now())}</p>
      <p className={styles.answers}>
        <Button onClick={() => calls.resolve(conflict, false)}>Keep theirs</Button>
        <Button onClick={() => calls.resolve(conflict, true)}>Use yours</Button>
      </p>
    </Alert>
  ));
}

/** `ralf decided line 3 as Action, "Order screws" a minute ago. Yours was not saved: No impact.` */
export function conflictWords({ theirs: { line, by, at }, mine }: Conflict, now: number): string {
  const theirs = wordsOf({ decision: line.decision, remark: line.remark });
  const when = at === null ? '' : ` ${agoWords(now - Date.parse(at))}`;
  const who = by ?? 'Someone';
  return `${who} decided line ${line.position} as ${theirs}${when}. Yours was not saved: ${wordsOf(mine)}.`;
}

function wordsOf({ decision, remark = '' }: Made): string {
  const name = decision === null ? 'not decided' : decision && caseDecisionNames[decision];
  return [name, remark === '' ? '' : `"${remark}"`].filter(Boolean).join(', ') || 'no remark';
}

export function agoWords(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return minutes === 1 ? 'a minute ago' : `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  if (hours < 24) return hours === 1 ? 'an hour ago' : `${hours} hours ago`;
  const days = Math.round(hours / 24);
  return days === 1 ? 'a day ago' : `${days} days ago`;
}
