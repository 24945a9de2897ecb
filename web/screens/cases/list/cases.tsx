import { useState } from 'react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { FolderCheck, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { hasRole, type ReaderSession, useSession } from '../../../session.ts';
import { dayHere } from '#contract/day.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { useHeadingFocus } from '../../../ui/heading-focus.ts';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { MoreButton } from '../../../ui/more-button.tsx';
import { casesQuery, summaryQuery } from '../cases-api.ts';
import { useAddressParams } from '../../use-address-params.ts';
import {
  addressOf,
  type CaseParams,
  caseTabNames,
  caseTabs,
  filterOf,
  paramsOf,
} from './case-filter.ts';
import { CaseFilters } from './case-filters.tsx';
import { CaseTable } from './case-table.tsx';
import tabs from '../../tabs.module.css';
import styles from './cases.module.css';
import { ExportLinks } from './export-links.tsx';
import { Glance } from './glance.tsx';
import { OpenCaseDialog } from './open-case-dialog.tsx';
import { ColumnsMenu, useColumns } from './columns.tsx';
import { NotListed } from './not-listed.tsx';
import { WithoutCase } from './without-case.tsx';

/** All change cases, those first that are due first; the filter is in the address. */
export function Cases() {
  const heading = useHeadingFocus();
  const session = useSession();
  const mayReview = hasRole(session, 'EGD_LIB_REVIEW');
  const usual = usualTab(session);
  const [params, setParams] = useAddressParams({
    read: (address) => paramsOf(address, usual),
    write: addressOf,
  });
  const { data: summary, isLoading } = useQuery(summaryQuery());
  // The reader may be in another week than the site.
  const filter = filterOf(params, summary?.today ?? dayHere());
  const isOfCases = params.tab !== 'without';
  const mayAsk = isOfCases && (params.tab !== 'week' || !isLoading);
  const list = useInfiniteQuery({ ...casesQuery(filter), enabled: mayAsk });
  const columns = useColumns();
  const [isOpening, setOpening] = useState(false);
  const cases = list.data?.pages.flatMap(({ data }) => data);
  const isPhone = useMediaQuery('(width < 640px)');
  const tools = isOfCases && (
    <div className={styles.tools}>
      <ColumnsMenu {...columns} />
      {cases !== undefined && cases.length > 0 && <ExportLinks filter={filter} />}
    </div>
  );
  return (
    <div className={styles.page}>
      <title>Cases · EGD Library</title>
      <div className={styles.top}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          Change cases
        </h1>
        {(mayReview || hasRole(session, 'EGD_LIB_EDIT')) && (
          <Button onClick={() => setOpening(true)}>
            <Plus size="1rem" aria-hidden />
            Open a case…
          </Button>
        )}
      </div>
      {summary !== undefined && <Glance summary={summary} />}
      <div className={styles.above}>
        <nav aria-label="Cases" className={`${tabs.tabs} ${styles.tabs}`}>
          {caseTabs.map((tab) => (
            <Link
              key={tab}
              to={{ search: String(new URLSearchParams(addressOf({ ...params, tab }))) }}
              aria-current={tab === params.tab ? 'page' : undefined}
            >
              {caseTabNames[tab]}
            </Link>
          ))}
        </nav>
        {!isPhone && tools}
      </div>
      <CaseFilters params={params} summary={summary} onChange={setParams}>
        {isPhone && tools}
      </CaseFilters>
      {!isOfCases ? (
        <WithoutCase customer={params.customer} />
      ) : cases === undefined ? (
        <NotListed list={list} />
      ) : cases.length === 0 ? (
        <Empty
          icon={<FolderCheck size="1.75rem" />}
          title="No cases here"
          text={emptyWords[params.tab]}
        />
      ) : (
        <>
          <CaseTable cases={cases} columns={columns.shown} />
          <p className={styles.more}>
            <MoreButton list={list}>Show more</MoreButton>
            <output>{list.hasNextPage && `${cases.length} shown`}</output>
          </p>
        </>
      )}
      {isOpening && <OpenCaseDialog onClose={() => setOpening(false)} />}
    </div>
  );
}

/** Auditors look for any case, reviewers for their own. */
function usualTab(session: ReaderSession): CaseParams['tab'] {
  if (hasRole(session, 'EGD_LIB_REVIEW')) return 'mine';
  return hasRole(session, 'EGD_LIB_AUDIT') ? 'all' : 'open';
}

const emptyWords: Record<CaseParams['tab'], string> = {
  mine: 'You own, review and watch no case that matches these filters.',
  open: 'No pending review matches these filters.',
  week: 'No pending review of this week matches these filters.',
  late: 'No late review matches these filters.',
  all: 'No case matches these filters.',
  without: '',
};
