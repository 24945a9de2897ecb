import { useQuery } from '@tanstack/react-query';
import type { ManagedDocument } from '#contract/editing.ts';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { formatCount } from '../format.ts';
import { citedByQuery } from './standards-api.ts';
import styles from './standards.module.css';

/** What cites a standard, to be seen before it is withdrawn or replaced. */
export function CitedBy({ document }: { document: ManagedDocument }) {
  const { data, isPending } = useQuery(citedByQuery(document));
  if (isPending)
    return <output className={styles.cited}>Searching for documents that cite it…</output>;
  if (data === undefined) {
    return (
      <output className={styles.cited}>
        Couldn’t load the documents that cite it. You can still save.
      </output>
    );
  }
  const { cited_by, cited_by_total } = data;
  if (cited_by_total === 0)
    return <output className={styles.cited}>No document of the library cites it.</output>;
  const more = cited_by_total - cited_by.length;
  return (
    <section className={styles.cited} aria-label="Cited by">
      <b>{formatCount(cited_by_total, 'document cites', 'documents cite')} it:</b>
      <ul>
        {cited_by.map(({ customer, doc_num, language, doc_rev, doc_desc, status, pages }) => (
          <li key={`${customer} ${doc_num} ${language} ${doc_rev}`}>
            {doc_num} {language ?? ''} rev {doc_rev} <RevisionStatusChip status={status} />,{' '}
            {customer}: {doc_desc}
            {pages.length > 0 && `, page ${pages.slice(0, 5).join(', ')}`}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more, 'other')}</li>}
      </ul>
    </section>
  );
}
