import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import type { FoundNote } from '#contract/notes.ts';
import { Button } from '../../../ui/button/button.tsx';
import { kindNames, visibilityWords } from '../../../viewer/notes/note-choices.ts';
import { Marked } from '../marked.tsx';
import { typedMarks } from '../quick-open/typed-marks.ts';
import { noteSearchQuery } from '../search-api.ts';
import { documentAddress } from '../text-search.ts';
import { fromResults } from './back-to-results.tsx';
import styles from './found-document.module.css';

const atFirst = 3;
const atMost = 50;

/** Notes that were found, above the documents. Nothing where there are none, or while nobody knows. */
export function FoundNotes({ q }: { q: string }) {
  const [limit, setLimit] = useState(atFirst);
  const { data } = useQuery(noteSearchQuery(q, limit));
  if (data === undefined || data.data.length === 0) return null;
  return (
    <section className={styles.document} aria-labelledby="found-notes">
      <h2 id="found-notes" className={styles.title}>
        Notes
      </h2>
      <ol className={styles.pages}>
        {data.data.map((note) => (
          <OneNote key={note.id} note={note} q={q} />
        ))}
      </ol>
      {data.more && limit < atMost && (
        <Button onClick={() => setLimit(atMost)}>Show more notes</Button>
      )}
      {data.more && limit === atMost && (
        <p className={styles.more}>and more: add words to find fewer</p>
      )}
    </section>
  );
}

const mostLetters = 240;

function OneNote({ note, q }: { note: FoundNote; q: string }) {
  const { search } = useLocation();
  const { id, page, kind, author_name, doc_num, doc_rev } = note;
  const said = [note.text, note.quote].filter(Boolean).join(' · ');
  const shown = said.length > mostLetters ? `${said.slice(0, mostLetters)}…` : said;
  return (
    <li>
      <Link
        to={documentAddress(note, { page, note: id })}
        state={fromResults(search)}
        className={styles.page}
      >
        <span className={styles.place}>
          {doc_num} Rev. {doc_rev} · {kindNames[kind]} by {author_name} · {visibilityWords(note)} ·
          page {page}
        </span>{' '}
        <Marked text={shown} marks={typedMarks(shown, q)} />
      </Link>
    </li>
  );
}
