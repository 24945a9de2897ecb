import { caseDecisionNames } from '#contract/case-words.ts';
import type { LineConflict } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { isKeepingUnsaved } from '../../../unsaved.ts';
import type { Made } from '../lines.ts';
import type { UnsavedLine } from '../unsaved-lines.ts';
import type { CaseCalls } from './use-case-calls.ts';
import styles from './working-list.module.css';

/**
 * What waits for the server, and what the server refused. Where someone else decided meanwhile, theirs is saved; ours
 * is kept until it is chosen or dropped.
 */
export function NotSaved({ calls }: { calls: CaseCalls }) {
  const { unsaved, fault, send, discard, resend } = calls;
  const waiting = unsaved.filter(({ refused }) => refused === null).length;
  const kept = isKeepingUnsaved()
    ? 'They are kept in this browser. Retrying…'
    : 'This browser cannot keep them: leave this page open.';
  return (
    <>
      {fault !== null && waiting > 0 && (
        <Alert>
          {waiting === 1 ? '1 line is waiting. ' : `${waiting} lines are waiting. `}
          {fault} {kept} <Button onClick={send}>Retry</Button>
        </Alert>
      )}
      {alike(unsaved).map((lines) => (
        <Alert key={lines[0].line}>
          <p>{refusedWords(lines)}</p>
          <p className={styles.answers}>
            <Button onClick={() => discard(lines)}>
              {typeof lines[0].refused === 'string' ? 'Discard' : 'Keep theirs'}
            </Button>
            <Button onClick={() => resend(lines)}>
              {typeof lines[0].refused === 'string' ? 'Retry' : 'Use yours'}
            </Button>
          </p>
        </Alert>
      ))}
    </>
  );
}

type Alike = [UnsavedLine, ...UnsavedLine[]];

/** Of what was refused: all that were refused for one reason together, but each conflict for itself. */
function alike(unsaved: readonly UnsavedLine[]): Alike[] {
  const groups = new Map<string, Alike>();
  for (const one of unsaved) {
    if (one.refused === null) continue;
    const isConflict = typeof one.refused === 'object';
    const key = isConflict ? `${one.line}` : JSON.stringify([one.made, one.refused]);
    groups.set(key, [...(groups.get(key) ?? []), one] as Alike);
  }
  return [...groups.values()];
}

function refusedWords([first, ...others]: Alike): string {
  const { refused, made, position } = first;
  if (typeof refused === 'object' && refused !== null) {
    return conflictWords({ theirs: refused, mine: made }, Date.now());
  }
  const lines = others.length === 0 ? `Line ${position} was` : `${others.length + 1} lines were`;
  return `${lines} not saved: ${wordsOf(made)}. ${refused}`;
}

type Conflict = { theirs: LineConflict; mine: Made };

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
