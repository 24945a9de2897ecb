import { type SubmitEvent, useState } from 'react';
import { ArrowDownUp, FileDiff } from 'lucide-react';
import { useNavigate } from 'react-router';
import { redlineName } from '#contract/file-name.ts';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { documentOfName, redlineAddress, wordsOfName } from '../address.ts';
import { DocumentPicker } from './document-picker.tsx';
import styles from './sides-form.module.css';

type Props = { from: string | null; to: string | null; onDone?: () => void };

/** Chooses the two documents that are compared. */
export function SidesForm({ onDone, ...given }: Props) {
  const navigate = useNavigate();
  const [sides, setSides] = useState(given);
  const [fault, setFault] = useState<string | null>(null);
  const { from, to } = sides;

  function set(next: typeof sides) {
    setFault(null);
    setSides(next);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    if (from === null || to === null) return setFault('Choose both documents first.');
    if (from === to) return setFault('These are the same document. Choose another one.');
    onDone?.();
    return void navigate(redlineAddress({ from, to, view: 'list', change: null }));
  }

  return (
    <form className={styles.form} onSubmit={submit}>
      <DocumentPicker
        label="Older document"
        chosen={from === null ? '' : wordsOfName(from)}
        likely={numberOf(from) ?? numberOf(to) ?? ''}
        onChoose={(entry) => set({ from: redlineName(entry), to })}
      />
      <Button
        className={styles.swap}
        onClick={() => set({ from: to, to: from })}
        aria-label="Swap the two documents"
        title="Swap the two documents"
      >
        <ArrowDownUp size="1rem" aria-hidden />
        Swap
      </Button>
      <DocumentPicker
        label="Newer document"
        chosen={to === null ? '' : wordsOfName(to)}
        likely={numberOf(to) ?? numberOf(from) ?? ''}
        onChoose={(entry) => set({ from, to: redlineName(entry) })}
      />
      {fault !== null && <Alert>{fault}</Alert>}
      <Button type="submit" variant="primary">
        <FileDiff size="1.125rem" aria-hidden />
        Compare
      </Button>
    </form>
  );
}

/** What is likely on the other side: another revision of the same number. */
function numberOf(name: string | null): string | undefined {
  return name === null ? undefined : documentOfName(name)?.doc_num;
}
