import { type SubmitEvent, useState } from 'react';
import { TextSearch } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Button } from '../../../ui/button/button.tsx';
import { resultsAddress, type TextQuery } from '../text-search.ts';
import styles from './search-box.module.css';

/** The query, to be changed; the filters stay. */
export function SearchBox({ query }: { query: TextQuery }) {
  const navigate = useNavigate();
  const [text, setText] = useState(query.q);
  const [lastQuery, setLastQuery] = useState(query.q);
  // The address follows once the session is checked: what is typed meanwhile stays.
  const [asked, setAsked] = useState<string | null>(null);
  if (query.q !== lastQuery) {
    setLastQuery(query.q);
    setAsked(null);
    if (query.q !== asked) setText(query.q);
  }

  function submit(event: SubmitEvent) {
    event.preventDefault();
    const q = text.trim();
    if (q === '' || q === (asked ?? query.q)) return;
    setAsked(q);
    void navigate(resultsAddress({ ...query, q }));
  }

  return (
    <search aria-label="Search all texts">
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
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Button type="submit" variant="primary">
          <TextSearch size="1.125rem" aria-hidden />
          <span>Search all texts</span>
        </Button>
        <p id="search-help" className={styles.help} translate="yes">
          <span>
            a value: <code translate="no">480 h</code> or <code translate="no">&gt;= 500 h</code>
          </span>
          <span>
            a phrase: <q translate="no">salt spray</q>
          </span>
          <span>
            a word’s beginning: <code translate="no">galvan*</code>
          </span>
          <span>
            without a word: <code translate="no">-paint</code>
          </span>
        </p>
      </form>
    </search>
  );
}
