import { useInfiniteQuery } from '@tanstack/react-query';
import { FolderCheck } from 'lucide-react';
import { Link } from 'react-router';
import { withoutCaseNames } from '#contract/case-words.ts';
import { noLanguage } from '#contract/file-name.ts';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { dayInWords } from '../../main/revisions/day.ts';
import { revisionAddress } from '../../main/revisions/revision-addresses.ts';
import { withoutCaseQuery } from '../cases-api.ts';
import styles from './case-table.module.css';
import page from './cases.module.css';
import columns from './columns.module.css';
import { NotListed } from './not-listed.tsx';

/** The standards whose latest revision has no case, and why. */
export function WithoutCase({ customer }: { customer: string }) {
  const list = useInfiniteQuery(withoutCaseQuery(customer));
  const rows = list.data?.pages.flatMap(({ data }) => data);
  if (rows === undefined) return <NotListed list={list} />;
  if (rows.length === 0) {
    return (
      <Empty
        icon={<FolderCheck size="1.75rem" />}
        title="No standards here"
        text="The latest revision of each standard has a case."
      />
    );
  }
  return (
    <>
      <div className={styles.scroller}>
        <table className={styles.table}>
          <thead>
            <tr>
              {names.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ document_id, added_at, why, ...of }) => (
              <tr key={document_id}>
                <td data-name={names[0]}>
                  <Link to={revisionAddress(of.customer, of)} className={columns.standard}>
                    {of.doc_num} <span>Rev. {of.doc_rev}</span>
                  </Link>
                </td>
                <td data-name={names[1]}>{of.customer}</td>
                <td data-name={names[2]}>{of.language ?? noLanguage}</td>
                <td data-name={names[3]}>{dayInWords(added_at.slice(0, 10), 'short')}</td>
                <td data-name={names[4]}>{withoutCaseNames[why]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={page.more}>
        <MoreButton list={list}>Show more</MoreButton>
        <output>{list.hasNextPage && `${rows.length} shown`}</output>
      </p>
    </>
  );
}

const names = ['Latest revision', 'Customer', 'Language', 'Added', 'Why there is no case'];
