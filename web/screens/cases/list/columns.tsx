import { type ReactNode, useState } from 'react';
import { Columns3 } from 'lucide-react';
import { Link } from 'react-router';
import { caseStateNames, caseVerdictNames } from '#contract/case-words.ts';
import type { Case } from '#contract/cases.ts';
import { noLanguage } from '#contract/file-name.ts';
import { pageOfCase } from '#contract/pages.ts';
import { recall, remember } from '../../../remembered.ts';
import { useSession } from '../../../session.ts';
import { dayInWords } from '../../main/revisions/day.ts';
import { dueWords } from '../due-words.ts';
import styles from './columns.module.css';
import { reasonNames } from '../reason-names.ts';

export type CaseColumn = {
  key: string;
  name: string;
  isUsual: boolean;
  cell: (of: Case) => ReactNode;
};

const shortDay = (day: string | null) => (day === null ? '' : dayInWords(day, 'short'));

export const allColumns: readonly CaseColumn[] = [
  {
    key: 'standard',
    name: 'Standard',
    isUsual: true,
    cell: ({ id, doc_num, doc_rev, reason }) => (
      <>
        <Link to={pageOfCase(id)} className={styles.standard}>
          {doc_num} <span>Rev. {doc_rev}</span>
        </Link>
        {reason !== 'revision' && <small> {reasonNames[reason]}</small>}
      </>
    ),
  },
  { key: 'customer', name: 'Customer', isUsual: true, cell: ({ customer }) => customer },
  {
    key: 'state',
    name: 'State',
    isUsual: true,
    cell: ({ state }) => (
      <span className={styles.state} data-state={state}>
        {caseStateNames[state]}
      </span>
    ),
  },
  {
    key: 'due',
    name: 'Due',
    isUsual: true,
    cell: (of) => (
      <span className={styles.due} data-late={of.is_late}>
        {shortDay(of.due_on)} <span>{dueWords(of)}</span>
      </span>
    ),
  },
  {
    key: 'owner',
    name: 'Owner',
    isUsual: true,
    cell: ({ owner, owner_name }) => <span title={owner ?? ''}>{owner_name}</span>,
  },
  {
    key: 'verdict',
    name: 'Verdict',
    isUsual: true,
    cell: ({ verdict }) => verdict && caseVerdictNames[verdict],
  },
  { key: 'previous', name: 'Before', isUsual: false, cell: ({ previous_rev }) => previous_rev },
  { key: 'reason', name: 'Reason', isUsual: false, cell: ({ reason }) => reasonNames[reason] },
  {
    key: 'language',
    name: 'Language',
    isUsual: false,
    cell: ({ language }) => language ?? noLanguage,
  },
  {
    key: 'notified',
    name: 'Notified',
    isUsual: false,
    cell: ({ notified_on }) => shortDay(notified_on),
  },
  {
    key: 'received',
    name: 'Received',
    isUsual: true,
    cell: ({ received_on }) => shortDay(received_on),
  },
  {
    key: 'reviewed',
    name: 'Reviewed',
    isUsual: false,
    cell: ({ reviewed_on }) => shortDay(reviewed_on),
  },
  {
    key: 'implemented',
    name: 'Implemented',
    isUsual: false,
    cell: ({ implemented_on }) => shortDay(implemented_on),
  },
];

const setting = 'case-columns';

/** Which columns are shown, remembered for the next time. */
export function useColumns() {
  const { username } = useSession();
  const [keys, setKeys] = useState(() => readKeys(recall(username, setting)));
  return {
    shown: allColumns.filter(({ key }) => keys.includes(key)),
    toggle: (toggled: string) => {
      const next = allColumns
        .map(({ key }) => key)
        .filter((key) => keys.includes(key) !== (key === toggled));
      setKeys(next);
      remember(username, setting, next.join(','));
    },
  };
}

/** The first is always shown: it has the link. */
export function readKeys(text: string | null): string[] {
  const keys = text?.split(',') ?? [];
  const known = allColumns.filter(({ key, isUsual }) => (text ? keys.includes(key) : isUsual));
  return ['standard', ...known.map(({ key }) => key).filter((key) => key !== 'standard')];
}

type MenuProps = ReturnType<typeof useColumns>;

export function ColumnsMenu({ shown, toggle }: MenuProps) {
  return (
    <details className={styles.menu}>
      <summary>
        <Columns3 size="1rem" aria-hidden />
        Columns
      </summary>
      <div className={styles.choices}>
        {allColumns.slice(1).map((column) => (
          <label key={column.key}>
            <input
              type="checkbox"
              checked={shown.includes(column)}
              onChange={() => toggle(column.key)}
            />
            {column.name}
          </label>
        ))}
      </div>
    </details>
  );
}
