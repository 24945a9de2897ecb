import { type SubmitEvent, useState } from 'react';
import { TextSearch } from 'lucide-react';
import { useNavigate } from 'react-router';
import { mostQueryLetters } from '#contract/calls.ts';
import { Button } from '../../../ui/button/button.tsx';
import { type Sought, resultsAddress } from '../sought.ts';
import styles from './search-box.module.css';

/** What is sought, to be changed; the filters stay. */
export function SearchBox({ sought }: { sought: Sought }) {
  const navigate = useNavigate();
  const [text, setText] = useState(sought.q);
  const [lastSought, setLastSought] = useState(sought.q);
  // The address follows once the session is checked: what is typed meanwhile stays.
  const [asked, setAsked] = useState<string | null>(null);
  if (sought.q !== lastSought) {
    setLastSought(sought.q);
    setAsked(null);
    if (sought.q !== asked) setText(sought.q);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const q = text.trim();
    if (q === '' || q === (asked ?? sought.q)) return;
    setAsked(q);
    void navigate(resultsAddress({ ...sought, q }));
  }

  return (
    <search aria-label="All texts">
      <form className={styles.box} onSubmit={submit}>
        <input
          type="search"
          className={styles.field}
          aria-label="Words in the documents"
          aria-describedby="search-help"
          placeholder="Words in the documents"
          enterKeyHint="search"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={mostQueryLetters}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="primary">
          <TextSearch size="1.125rem" aria-hidden />
          <span>Search all texts</span>
        </Button>
        <p id="search-help" className={styles.help}>
          <span>
            <q>salt spray</q> words in a row
          </span>
          <span>
            <code>galvan*</code> beginnings
          </span>
          <span>
            <code>-paint</code> without
          </span>
        </p>
      </form>
    </search>
  );
}
