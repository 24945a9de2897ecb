import { useQuery } from '@tanstack/react-query';
import { FileQuestion, TriangleAlert } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';
import type { WholeCase } from '#contract/cases.ts';
import { pages } from '#contract/pages.ts';
import { ApiError } from '../../../api.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Empty } from '../../../ui/feedback/notice.tsx';
import { LoadingLine } from '../../../ui/feedback/sheet-outline.tsx';
import { useFilledWindow } from '../../../ui/filled-window.ts';
import { useMediaQuery } from '../../../ui/media-query.ts';
import { askedOf } from '../../redline/address.ts';
import { reasonOf } from '../../search/search-api.ts';
import { caseQuery } from '../cases-api.ts';
import { Actions } from './actions.tsx';
import { CaseHead } from './case-head.tsx';
import { CaseHistory } from './case-history.tsx';
import styles from './case.module.css';
import { PrintedCase } from './printed-case.tsx';
import { Review } from './review.tsx';
import { useCaseCalls } from './use-case-calls.ts';

/** One change case. */
export function CaseScreen() {
  const { id = '' } = useParams();
  const query = useQuery(caseQuery(Number(id)));
  if (query.data !== undefined) return <ShownCase key={id} of={query.data} />;
  const { failureReason } = query;
  if (failureReason === null) {
    return (
      <div className={styles.waiting}>
        <LoadingLine name="Loading the case" words="Still loading the case…" />
      </div>
    );
  }
  if (failureReason instanceof ApiError && failureReason.status === 404) {
    return (
      <Empty
        isScreen
        icon={<FileQuestion size="1.75rem" />}
        title="Case not found"
        text="Check the link. The revision that opened it may have been removed."
      >
        <Link to={pages.cases}>All cases</Link>
      </Empty>
    );
  }
  return (
    <Empty
      isScreen
      icon={<TriangleAlert size="1.75rem" />}
      title="Couldn’t load the case"
      text={reasonOf(failureReason)}
    >
      <Button variant="primary" onClick={() => void query.refetch()}>
        Try again
      </Button>
    </Empty>
  );
}

function ShownCase({ of: saved }: { of: WholeCase }) {
  const calls = useCaseCalls(saved);
  const of = calls.shown;
  const isCompact = useMediaQuery('(width < 1024px)');
  const [params] = useSearchParams();
  const { view } = askedOf(params);
  // On a small screen the pages take the place of everything else.
  const isReading = isCompact && view !== 'list' && of.comparison !== null;
  return (
    <div className={styles.case} data-reading={isReading}>
      <title>{`${of.doc_num} Rev. ${of.doc_rev} · Case ${of.id} · EGD Library`}</title>
      {isReading ? <FilledWindow /> : <CaseHead of={of} calls={calls} />}
      <Review {...{ of, calls, isCompact }} view={isCompact || view !== 'list' ? view : 'pages'} />
      {!isReading && (
        <div className={styles.below}>
          <Actions of={of} calls={calls} />
          <CaseHistory of={of} calls={calls} />
        </div>
      )}
      <PrintedCase of={saved} />
    </div>
  );
}

function FilledWindow() {
  useFilledWindow('all');
  return null;
}
