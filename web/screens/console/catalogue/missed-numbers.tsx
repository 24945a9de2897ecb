import { type ReactNode, useState } from 'react';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { SearchX, Unlink } from 'lucide-react';
import { Link } from 'react-router';
import { pages } from '#contract/pages.ts';
import type { CitedBy, MissingReference } from '#contract/references.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { queryOfSearch } from '../../main/search-state.ts';
import { everywhere, resultsAddress } from '../../search/text-search.ts';
import { consoleApi } from '../console-api.ts';
import { formatTime } from '../format.ts';
import type { ToolItem } from '../grid/editing-toolbar.tsx';
import { loadingOrFailed } from '../loading-or-failed.tsx';
import styles from './missed-numbers.module.css';

const titles = {
  searched: 'Missed searches',
  cited: 'Cited but not in the library',
};

/** The numbers that readers searched for in vain, and missing ones that standards cite: what the library may lack. */
export function useMissedNumbers(): { tool: ToolItem; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const icon = <SearchX size="1rem" aria-hidden />;
  return {
    tool: { name: 'Not found…', icon, act: () => setOpen(true) },
    dialog: isOpen && <MissedNumbers onClose={() => setOpen(false)} />,
  };
}

function MissedNumbers({ onClose }: { onClose: () => void }) {
  const [shown, setShown] = useState<keyof typeof titles>('searched');
  return (
    <Dialog title={titles[shown]} shape="side" onClose={onClose}>
      <p className={styles.choice}>
        {(['searched', 'cited'] as const).map((which) => (
          <Button
            key={which}
            aria-pressed={shown === which}
            className={styles.choose}
            onClick={() => setShown(which)}
          >
            {which === 'searched' ? 'Searched by readers' : 'Cited by standards'}
          </Button>
        ))}
      </p>
      {shown === 'searched' ? <MissedSearches /> : <MissingReferences />}
    </Dialog>
  );
}

function MissedSearches() {
  const list = useQuery({
    queryKey: ['missed-searches'],
    queryFn: ({ signal }) => consoleApi.listMissedSearches({ signal }),
    staleTime: 0,
  });
  return (
    <NumberList
      list={list}
      what="searches"
      empty={
        <Empty
          icon={<SearchX size="1.75rem" />}
          title="No missed searches"
          text="Numbers that readers search for and do not find are counted here, without the names of the readers."
        />
      }
      words="Numbers that readers searched for and did not find. Punctuation and names of readers are not kept."
      columns={['Number', 'Times', 'Last']}
    >
      {list.data?.data.map(({ code, times, last_at }) => (
        <tr key={code}>
          <td>
            <Link to={resultsAddress({ ...everywhere, q: code })}>{code}</Link>
          </td>
          <td>{times}</td>
          <td>{formatTime(last_at)}</td>
        </tr>
      ))}
    </NumberList>
  );
}

/** The numbers that standards cite and that have no entry. */
function MissingReferences() {
  const list = useQuery({
    queryKey: ['missing-references'],
    queryFn: ({ signal }) => consoleApi.listMissingReferences({ query: {}, signal }),
    staleTime: 0,
  });
  const { data = [], total = 0 } = list.data ?? {};
  return (
    <>
      <NumberList
        list={list}
        what="numbers"
        empty={
          <Empty
            icon={<Unlink size="1.75rem" />}
            title="No missing numbers"
            text="Cited numbers without an entry appear here, if they look like a customer’s numbers."
          />
        }
        words="Cited numbers without an entry, most cited first. Only numbers that look like a customer’s."
        columns={['Number', 'Documents', 'Mentions']}
      >
        {data.map((missing) => (
          <MissingRow key={`${missing.number} ${missing.customer}`} missing={missing} />
        ))}
      </NumberList>
      {total > data.length && <p>And {total - data.length} more.</p>}
    </>
  );
}

type ListProps = {
  list: UseQueryResult<{ data: readonly unknown[] }>;
  /** What the list holds, in a word. */
  what: string;
  /** Shown when it holds nothing. */
  empty: ReactNode;
  words: string;
  columns: readonly string[];
  children: ReactNode;
};

function NumberList({ list, what, empty, words, columns, children }: ListProps) {
  const placeholder = loadingOrFailed(list, what);
  if (placeholder !== null) return placeholder;
  if (list.data?.data.length === 0) return empty;
  return (
    <>
      <p>{words}</p>
      <table className={styles.numbers}>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
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
