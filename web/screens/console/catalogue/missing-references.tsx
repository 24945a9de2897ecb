import { useQuery } from '@tanstack/react-query';
import { Unlink } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '#contract/pages.ts';
import type { CitedBy, MissingReference } from '#contract/references.ts';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { queryOfSearch } from '../../main/search-state.ts';
import { listMissingReferences } from '../console-api.ts';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import styles from './missing-references.module.css';

/** The numbers that standards cite and that have no entry. */
export function MissingReferences() {
  const list = useQuery({
    queryKey: ['missing-references'],
    queryFn: ({ signal }) => listMissingReferences(signal),
    staleTime: 0,
  });
  const placeholder = loadingOrFailed(list, 'numbers');
  if (placeholder !== null) return placeholder;
  const { data = [], total = 0 } = list.data ?? {};
  if (data.length === 0) {
    return (
      <Empty
        icon={<Unlink size="1.75rem" />}
        title="Nothing is missing"
        text="Numbers that look like those of your customers, stand in a document and have no entry are listed here."
      />
    );
  }
  return (
    <>
      <p>
        Numbers that look like those of your customers and stand in documents of the library, but
        have no entry. The most cited ones come first.
      </p>
      <table className={styles.numbers}>
        <thead>
          <tr>
            <th scope="col">Number</th>
            <th scope="col">Documents</th>
            <th scope="col">Mentions</th>
          </tr>
        </thead>
        <tbody>
          {data.map((missing) => (
            <MissingRow key={`${missing.number} ${missing.customer}`} missing={missing} />
          ))}
        </tbody>
      </table>
      {total > data.length && <p>And {total - data.length} more.</p>}
    </>
  );
}

function MissingRow({ missing }: { missing: MissingReference }) {
  const { number, customer, documents, mentions, cited_in } = missing;
  return (
    <tr>
      <td>
        <strong>{number}</strong>
        {customer !== null && <span className={styles.customer}>{customer}</span>}
        <ul className={styles.documents}>
          {cited_in.map((citing) => (
            <li key={`${citing.doc_num} ${citing.language} ${citing.doc_rev}`}>
              <Link to={addressOf(citing)}>
                {citing.doc_num}, Rev. {citing.doc_rev}
              </Link>{' '}
              <RevisionStatusChip status={citing.status} /> {pagesInWords(citing.pages)}
            </li>
          ))}
          {documents > cited_in.length && <li>and {documents - cited_in.length} more</li>}
        </ul>
      </td>
      <td>{documents}</td>
      <td>{mentions}</td>
    </tr>
  );
}

function addressOf(citing: CitedBy): string {
  const query = queryOfSearch({ customer: citing.customer, searched: citing });
  return `${pages.main}${query}&page=${citing.pages[0] ?? 1}`;
}

const mostPages = 6;

function pagesInWords(cited: readonly number[]): string {
  const listed = cited.slice(0, mostPages).join(', ');
  const more = cited.length > mostPages ? ' …' : '';
  return `page${cited.length === 1 ? '' : 's'} ${listed}${more}`;
}
