import { Check } from 'lucide-react';
import { caseStateNames, caseSteps } from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import styles from './steps.module.css';

/** How far the case is; one that ended on the way says so as its last step. */
export function Steps({ of: { state, reviewed_on } }: { of: WholeCase }) {
  const at = caseSteps.findIndex((step) => step === state);
  const isWaived = state === 'closed' && reviewed_on === null;
  if (at < 0 || isWaived) {
    const ended = isWaived ? 'Closed without a review' : caseStateNames[state];
    return (
      <ol className={styles.steps} aria-label="Steps">
        <Step name={caseStateNames.open} is="done" />
        <Step name={ended} is="current" />
      </ol>
    );
  }
  return (
    <ol className={styles.steps} aria-label="Steps">
      {caseSteps.map((step, index) => (
        <Step
          key={step}
          name={caseStateNames[step]}
          is={index < at ? 'done' : index === at ? 'current' : 'next'}
        />
      ))}
    </ol>
  );
}

function Step({ name, is }: { name: string; is: 'done' | 'current' | 'next' }) {
  return (
    <li data-is={is} aria-current={is === 'current' ? 'step' : undefined}>
      <span className={styles.dot} aria-hidden>
        {is === 'done' && <Check size="0.75rem" />}
      </span>
      {name}
    </li>
  );
}
