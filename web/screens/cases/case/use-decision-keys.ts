import { useEffect, useRef } from 'react';
import { type CaseDecision, caseDecisions } from '#contract/case-words.ts';
import { isTyping } from '../../../ui/typing.ts';

/** 1, 2 and 3 decide about the current line and Ctrl+Z undoes that, wherever nothing is typed. */
export function useDecisionKeys(decide: (decision: CaseDecision | 'undo') => void): void {
  const latest = useRef(decide);
  useEffect(function keepLatest() {
    latest.current = decide;
  });

  useEffect(function listenToKeys() {
    const pressed = (event: KeyboardEvent) => {
      const decision = decisionOf(event);
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (decision !== undefined && !isElsewhere && !event.repeat) latest.current(decision);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}

function decisionOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
  if (altKey || shiftKey) return undefined;
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? 'undo' : undefined;
  return caseDecisions[Number(key) - 1];
}
