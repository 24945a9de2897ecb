import { useEffect, useRef } from 'react';
import { type CaseDecision, caseDecisions } from '#contract/case-words.ts';
import { isTyping } from '../../../ui/typing.ts';

/** 1, 2 and 3 decide about the current line, wherever nothing is typed. */
export function useDecisionKeys(decide: (decision: CaseDecision) => void): void {
  const latest = useRef(decide);
  useEffect(function keepLatest() {
    latest.current = decide;
  });

  useEffect(function listenToKeys() {
    const pressed = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, repeat } = event;
      const decision = caseDecisions[Number(key) - 1];
      const isElsewhere = isTyping(event.target) || document.querySelector('dialog[open]') !== null;
      if (decision === undefined || isElsewhere || ctrlKey || metaKey || altKey || repeat) return;
      latest.current(decision);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
}
