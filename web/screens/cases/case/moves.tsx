import { useState } from 'react';
import {
  type CaseMove,
  caseMoves,
  type CaseVerdict,
  caseVerdictNames,
  caseVerdicts,
  movesFrom,
} from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import { dayHere } from '#contract/day.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import type { MenuItem } from '../../../ui/menu/point-menu.tsx';
import { FormDialog } from '../../form-dialog.tsx';
import form from '../../form.module.css';
import { lineCounts } from '../lines.ts';
import { ReasonField } from './case-dialogs.tsx';
import { reasonOf } from '../../search/search-api.ts';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls };

/** What can be done next, by the table of states: the usual move as a button, rare ones in a menu with `others`. */
export function Moves({ of, calls, others }: Props & { others: readonly MenuItem[] }) {
  const [asked, setAsked] = useState<CaseMove | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const moves = movesFrom(of);
  const usual = moves.filter((move) => !caseMoves[move].needsReason);
  const rare = moves.filter((move) => caseMoves[move].needsReason);

  function begin(move: CaseMove) {
    setFault(null);
    // Nothing is asked: "Back to open…" undoes it.
    if (move !== 'start') return setAsked(move);
    calls
      .move(move)
      .catch((error: unknown) => setFault(`Couldn’t start the review. ${reasonOf(error)}`));
  }

  const commands = [
    ...others,
    ...rare.map((move) => ({ name: `${caseMoves[move].name}…`, act: () => setAsked(move) })),
  ];
  return (
    <>
      {usual.map((move, at) => (
        <Button key={move} variant={at === 0 ? 'primary' : 'secondary'} onClick={() => begin(move)}>
          {caseMoves[move].name}
          {move === 'start' || move === 'close' ? '' : '…'}
        </Button>
      ))}
      {commands.length > 0 && (
        <MenuButton label="More about this case" items={commands}>
          More
        </MenuButton>
      )}
      {fault !== null && (
        <Alert>
          {fault} <Button onClick={() => begin('start')}>Retry</Button>
        </Alert>
      )}
      {asked !== null && (
        <MoveDialog key={asked} move={asked} {...{ of, calls }} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

type DialogProps = Props & { move: CaseMove; onClose: () => void };

/** Confirms a move, with what it needs: a verdict, a day or a reason. */
function MoveDialog({ of, calls, move, onClose }: DialogProps) {
  const [verdict, setVerdict] = useState<CaseVerdict | null>(null);
  const [on, setOn] = useState(dayHere());
  const [reason, setReason] = useState('');
  const { name, needsReason } = caseMoves[move];
  const { left, question, all } = lineCounts(of.lines);

  async function submit() {
    if (move === 'sign' && verdict === null) throw new Error('Choose a verdict.');
    await calls.move(move, {
      ...(move === 'sign' && verdict !== null ? { verdict } : {}),
      ...(move === 'implement' ? { implemented_on: on } : {}),
      ...(needsReason || reason.trim() !== '' ? { reason } : {}),
    });
    showToast(`${of.doc_num} Rev. ${of.doc_rev}: ${name}`);
  }

  return (
    <FormDialog
      title={name}
      submit={move === 'close' ? 'Close the case' : name}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{moveWords[move]}</p>
      {move === 'sign' && left > 0 && (
        <Alert>
          {left} of {all} lines have no decision yet. Decide them first.
        </Alert>
      )}
      {move === 'sign' && question > 0 && (
        <Alert>
          {question} {question === 1 ? 'line is' : 'lines are'} still a question. Answer them first.
        </Alert>
      )}
      {move === 'sign' && (
        <fieldset className={form.choices}>
          <legend>Verdict</legend>
          {caseVerdicts.map((one) => (
            <label key={one}>
              <input
                type="radio"
                name="verdict"
                checked={verdict === one}
                onChange={() => setVerdict(one)}
              />
              {caseVerdictNames[one]}
            </label>
          ))}
        </fieldset>
      )}
      {move === 'implement' && (
        <label className={form.field}>
          Implemented in production on
          <input
            type="date"
            className={form.input}
            required
            value={on}
            onChange={({ target }) => setOn(target.value)}
          />
        </label>
      )}
      {move === 'implement' && <ReasonField value={reason} onChange={setReason} isNeeded={false} />}
      {needsReason && <ReasonField value={reason} onChange={setReason} />}
    </FormDialog>
  );
}

const moveWords: Record<CaseMove, string> = {
  start: 'Reviewers can then decide about each change.',
  sign: 'The list of decisions is frozen with the hashes of both PDFs. Later changes are possible only as new correction lines.',
  implement: 'The change is now in production. Auditors ask for this day.',
  close: 'Nothing is left to do in this case.',
  waive: 'The case is closed without a review. The reason stays in its history.',
  reopen: 'The case is open again. The reason stays in its history.',
  withdraw: 'The case was opened by mistake. The reason stays in its history.',
};
