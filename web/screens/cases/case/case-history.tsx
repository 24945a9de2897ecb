import { type SubmitEvent, useState } from 'react';
import { personIn } from '#contract/case-facts.ts';
import type { WholeCase } from '#contract/cases.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { reasonOf } from '../../search/search-api.ts';
import form from '../../form.module.css';
import styles from './case-history.module.css';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls };

/** What happened, the newest first; what is signed is corrected by a new line here. */
export function CaseHistory({ of, calls }: Props) {
  const isSigned = of.signed_by !== null;
  return (
    <section className={styles.history} aria-label="History">
      <h2>History</h2>
      {of.may_review && isSigned && <CorrectionForm calls={calls} />}
      <Events of={of} />
      {isSigned && <SignedData of={of} />}
    </section>
  );
}

export function Events({ of }: { of: WholeCase }) {
  return (
    <ol className={styles.list}>
      {of.events.toReversed().map(({ at, user, text }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- events are only added, at one end
        <li key={of.events.length - index}>
          <p>{text}</p>
          <p className={styles.facts}>
            {personIn(of, user)}, {timeInWords(at)}
          </p>
        </li>
      ))}
    </ol>
  );
}

function timeInWords(at: string): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
}

function CorrectionForm({ calls }: { calls: CaseCalls }) {
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);

  async function add() {
    setFault(null);
    try {
      await calls.addRemark(text);
      setText('');
    } catch (error) {
      setFault(`Couldn’t save the correction. ${reasonOf(error)}`);
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    void add();
  }

  return (
    <form className={styles.correction} onSubmit={submit}>
      <label className={form.field}>
        Correction of a signed fact
        <textarea
          className={form.input}
          rows={2}
          required
          maxLength={2000}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <Button type="submit">Add a correction</Button>
      {fault !== null && <Alert>{fault}</Alert>}
    </form>
  );
}

function SignedData({ of: { from_hash, to_hash, engine } }: { of: WholeCase }) {
  return (
    <details className={styles.signed}>
      <summary>Signed evidence</summary>
      <dl>
        <dt>SHA-256 of the PDF before</dt>
        <dd>{from_hash ?? 'None'}</dd>
        <dt>SHA-256 of the new PDF</dt>
        <dd>{to_hash ?? 'None'}</dd>
        <dt>Version of the comparison</dt>
        <dd>{engine ?? 'None'}</dd>
      </dl>
    </details>
  );
}
