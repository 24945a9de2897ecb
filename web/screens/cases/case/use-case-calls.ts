import { useRef, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CaseMove } from '#contract/case-words.ts';
import type {
  CaseAction,
  CaseLine,
  CaseMoveBody,
  LineConflict,
  WholeCase,
} from '#contract/cases.ts';
import { isRefusal, isUnanswered, orDone, saveAndRead } from '../../../api.ts';
import { reasonOf } from '../../search/search-api.ts';
import * as api from '../cases-api.ts';
import { type LineVersion, type Made, withAnswer, withDecision } from '../lines.ts';

/** Without a `retry` where that is useless. */
type FailedDecision = { fault: string; retry: (() => void) | null };

/** What someone else decided meanwhile, and what was not saved. */
export type Conflict = { theirs: LineConflict; mine: Made };

export type CaseCalls = ReturnType<typeof useCaseCalls>;

/** What can be done with a case. It is read again after each call, after a conflict as well. */
export function useCaseCalls(of: WholeCase) {
  const client = useQueryClient();
  const { id, version } = of;
  const params = { id };
  const { queryKey } = api.caseQuery(id);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const [conflicts, setConflicts] = useState<readonly Conflict[]>([]);
  const [failed, setFailed] = useState<FailedDecision | null>(null);

  async function run(work: Promise<unknown>): Promise<void> {
    await saveAndRead(work, async () => {
      await client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: api.casesKey });
    });
  }

  /** Changes the lines that are shown. */
  const showLines = (change: (lines: readonly CaseLine[]) => CaseLine[]) =>
    client.setQueryData<WholeCase>(queryKey, (now) => now && { ...now, lines: change(now.lines) });

  /**
   * Shown at once; what could not be saved is taken from the list again, and said. One follows the other: each names the
   * versions of the lines that it is about.
   */
  async function decide(ids: readonly number[], made: Made): Promise<void> {
    const chosen = new Set(ids);
    const seen = client.getQueryData<WholeCase>(queryKey)?.lines ?? [];
    const lines = seen
      .filter((line) => chosen.has(line.id))
      .map(({ id: line, version: of }) => ({ id: line, version: of }));
    showLines((now) => withDecision(now, ids, made));
    const sent = queue.current.then(() => send(lines, made));
    queue.current = sent.catch(() => {});
    return sent;
  }

  async function send(lines: LineVersion[], made: Made): Promise<void> {
    setFailed(null);
    try {
      await client.cancelQueries({ queryKey });
      const answer = await orDone(api.casesApi.decideLines({ params, body: { lines, ...made } }));
      await client.cancelQueries({ queryKey }); // what was read meanwhile is older
      if (answer === null) return await client.invalidateQueries({ queryKey });
      showLines((now) => withAnswer(now, answer));
      const met = answer.conflicts.map((theirs) => ({ theirs, mine: made }));
      if (met.length > 0) setConflicts((now) => [...now, ...met]);
    } catch (error) {
      const ids = lines.map((line) => line.id);
      const retry = isRefusal(error) ? null : () => void decide(ids, made).catch(() => {});
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
    /** Lines that someone else decided meanwhile, with what was not saved. */
    conflicts,
    /** With `mine`, what was not saved replaces the other's decision. */
    resolve: (conflict: Conflict, mine: boolean) => {
      setConflicts((now) => now.filter((one) => one !== conflict));
      if (mine) decide([conflict.theirs.line.id], conflict.mine).catch(() => {}); // `failed` says it
    },
    save: (change: api.CaseChange) =>
      run(api.casesApi.saveCase({ params, body: { version, ...change } })),
    extend: (due_on: string, reason: string) =>
      run(api.casesApi.extendCase({ params, body: { version, due_on, reason } })),
    correct: (correction: api.Correction) =>
      run(api.casesApi.correctDate({ params, body: { version, ...correction } })),
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
