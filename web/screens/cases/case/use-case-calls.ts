import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CaseMove } from '#contract/case-words.ts';
import type { CaseAction, CaseMoveBody, WholeCase } from '#contract/cases.ts';
import { isRefusal, isUnanswered, orDone, saveAndRead } from '../../../api.ts';
import { reasonOf } from '../../search/search-api.ts';
import * as api from '../cases-api.ts';
import { withDecision } from '../lines.ts';

/** Without a `retry` where that is useless. */
type FailedDecision = { fault: string; retry: (() => void) | null };

export type CaseCalls = ReturnType<typeof useCaseCalls>;

/** What can be done with a case. It is read again after each call, after a conflict as well. */
export function useCaseCalls(of: WholeCase) {
  const client = useQueryClient();
  const { id, version } = of;
  const params = { id };
  const { queryKey } = api.caseQuery(id);
  const [failed, setFailed] = useState<FailedDecision | null>(null);

  async function run(work: Promise<unknown>): Promise<void> {
    await saveAndRead(work, async () => {
      await client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: api.casesKey });
    });
  }

  /** Shown at once; what could not be saved is taken from the list again, and said. */
  async function decide(decision: api.LineDecisions): Promise<void> {
    await client.cancelQueries({ queryKey });
    client.setQueryData<WholeCase>(
      queryKey,
      (now) => now && { ...now, lines: withDecision(now.lines, decision.positions, decision) },
    );
    setFailed(null);
    try {
      await orDone(api.casesApi.decideLines({ params, body: decision }));
    } catch (error) {
      const retry = isRefusal(error) ? null : () => void decide(decision).catch(() => {});
      setFailed({ fault: `Couldn't save the decision. ${reasonOf(error)}`, retry });
      const read = client.invalidateQueries({ queryKey });
      if (!isUnanswered(error)) await read;
      throw error;
    }
  }

  return {
    /** Why the last decision was not saved. */
    failed,
    decide,
    save: (change: api.CaseChange) =>
      run(api.casesApi.saveCase({ params, body: { version, ...change } })),
    extend: (due_on: string, reason: string) =>
      run(api.casesApi.extendCase({ params, body: { version, due_on, reason } })),
    move: (move: CaseMove, body: Omit<CaseMoveBody, 'version'> = {}) =>
      run(api.moveCase(id, move, { version, ...body })),
    addLine: (text: string) => run(api.casesApi.addLine({ params, body: { text } })),
    renew: () => run(api.casesApi.renewLines({ params })),
    addRemark: (text: string) => run(api.casesApi.addRemark({ params, body: { text } })),
    /** Without an action: adds one. */
    saveAction: (action: CaseAction | null, fields: api.ActionFields) =>
      run(
        action === null
          ? api.casesApi.addAction({ params, body: fields })
          : api.casesApi.saveAction({
              params: { id, action: action.id },
              body: { ...fields, version: action.version },
            }),
      ),
  };
}
