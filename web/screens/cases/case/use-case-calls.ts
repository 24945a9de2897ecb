import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { CaseMove } from '#contract/case-words.ts';
import type { CaseAction, CaseMoveBody, WholeCase } from '#contract/cases.ts';
import { NoAnswerError, saveAndRead } from '../../../api.ts';
import * as api from '../cases-api.ts';
import { type Made, withUnsaved } from '../lines.ts';
import { type UnsavedLine, useUnsavedLines } from '../unsaved-lines.ts';

export type CaseCalls = ReturnType<typeof useCaseCalls>;

/** What can be done with a case. It is read again after each call, after a conflict as well. */
export function useCaseCalls(of: WholeCase) {
  const client = useQueryClient();
  const { id, version } = of;
  const params = { id };
  const { queryKey } = api.caseQuery(id);
  const { store, lines, fault } = useUnsavedLines();
  const unsaved = useMemo(() => lines.filter((line) => line.of === id), [lines, id]);
  const saved = useSyncExternalStore(store.subscribe, () => store.savedCase(id)) ?? of;
  const shown = useMemo(
    () => ({ ...saved, lines: withUnsaved(saved.lines, unsaved) }),
    [saved, unsaved],
  );
  useEffect(() => store.leave, [store]); // a remark may still be in its field

  async function run(work: Promise<unknown>): Promise<void> {
    await saveAndRead(work, async () => {
      await client.invalidateQueries({ queryKey });
      void client.invalidateQueries({ queryKey: api.casesKey });
    });
  }

  return {
    /** The case with what is not saved yet. */
    shown,
    unsaved,
    /** Why decisions and remarks cannot be sent now. */
    fault,
    send: () => void store.send(),
    decide: (ids: readonly number[], made: Made) => store.decide(id, ids, made),
    /** A remark that is being typed. */
    type: (line: number, remark: string) => store.decide(id, [line], { remark }, true),
    /** Its field was left. */
    leave: store.leave,
    /** What was refused is sent again; over a conflict, it replaces the other's decision. */
    resend: (refused: readonly UnsavedLine[]) => store.resend(refused),
    discard: (refused: readonly UnsavedLine[]) => store.discard(refused),
    save: (change: api.CaseChange) =>
      run(api.casesApi.saveCase({ params, body: { version, ...change } })),
    extend: (due_on: string, reason: string) =>
      run(api.casesApi.extendCase({ params, body: { version, due_on, reason } })),
    correct: (correction: api.Correction) =>
      run(api.casesApi.correctDate({ params, body: { version, ...correction } })),
    move: async (move: CaseMove, body: Omit<CaseMoveBody, 'version'> = {}) => {
      await store.send(); // a signature is about what is shown
      const { lines: left } = store.state();
      if (left.some((line) => line.of === id && line.refused === null))
        throw new NoAnswerError('Some decisions are not saved yet. Wait, then try again.');
      await run(api.moveCase(id, move, { version, ...body }));
    },
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
