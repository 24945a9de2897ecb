import { useState } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import * as calls from '#contract/calls.ts';
import type { WholeCase } from '#contract/cases.ts';
import { pdfFileName } from '#contract/file-name.ts';
import type * as contract from '#contract/notes.ts';
import { call } from '../../../api.ts';
import { contentWords, kindNames, visibilityWords } from '../../../viewer/notes/note-choices.ts';
import { documentAddress } from '../../search/text-search.ts';
import form from '../../form.module.css';
import { noteIn, remarkOf } from '../note-remarks.ts';
import styles from './line-row.module.css';

export type RemarkedDocument = Pick<WholeCase, 'customer' | 'doc_num' | 'language' | 'doc_rev'>;

const notesQuery = (name: string) =>
  queryOptions({
    queryKey: ['notes-for-remarks', name],
    queryFn: async ({ signal }) => {
      const query = { name };
      const { data } = await call<typeof contract.listNotes>(calls.listNotes, { query, signal });
      return data.filter((note) => note.hidden === null && contentWords(note) !== '');
    },
  });

type TakeProps = { of: RemarkedDocument; tabIndex: number; take: (remark: string) => void };

/** Takes one of the notes on the new revision that the reviewer sees. A private one becomes public by that. */
export function TakeNote({ of, tabIndex, take }: TakeProps) {
  const [isAsked, setAsked] = useState(false);
  const { data, isError } = useQuery({ ...notesQuery(pdfFileName(of)), enabled: isAsked });
  if (!isAsked) {
    return (
      <button
        type="button"
        className={styles.take}
        tabIndex={tabIndex}
        onClick={() => setAsked(true)}
      >
        Use a note…
      </button>
    );
  }
  const some = data?.length === 0 ? 'No note on this revision has text' : 'Choose a note';
  const first = isError ? 'Couldn’t load the notes' : data === undefined ? 'Loading…' : some;
  return (
    <select
      className={form.input}
      aria-label="Note to use as the remark"
      tabIndex={tabIndex}
      value=""
      onChange={({ target }) => {
        const note = data?.find(({ id }) => id === target.value);
        if (note !== undefined) take(remarkOf(note));
        setAsked(false);
      }}
    >
      <option value="">{first}</option>
      {data?.map((note) => (
        <option key={note.id} value={note.id}>
          {`Page ${note.page}, ${kindNames[note.kind]} by ${note.author_name}, ${visibilityWords(note)}: ${contentWords(note).slice(0, 80)}`}
        </option>
      ))}
    </select>
  );
}

/** Leads to the note that a remark was taken from. */
export function TakenNote({ of, remark }: { of: RemarkedDocument; remark: string }) {
  const note = noteIn(remark);
  if (note === null) return null;
  return (
    <Link to={documentAddress(of, { page: note.page, note: note.id })} className={styles.pages}>
      Open the note
    </Link>
  );
}
