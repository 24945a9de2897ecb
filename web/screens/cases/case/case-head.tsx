import { type ReactNode, useState } from 'react';
import { ArrowLeft, FileDown } from 'lucide-react';
import { Link } from 'react-router';
import { caseVerdictNames } from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import { pageOfCase, pages } from '#contract/pages.ts';
import { dayHere } from '#contract/day.ts';
import { Button } from '../../../ui/button/button.tsx';
import { Alert } from '../../../ui/feedback/notice.tsx';
import { useHeadingFocus } from '../../../ui/heading-focus.ts';
import { dayInWords } from '../../main/revisions/day.ts';
import { queryOfSearch } from '../../main/search-state.ts';
import { evidenceAddress } from '../cases-api.ts';
import { dueWords, isPending } from '../due-words.ts';
import { DownloadLinks } from '../../download-links.tsx';
import { useDownload } from '../list/export-links.tsx';
import { reasonNames } from '../reason-names.ts';
import styles from './case-head.module.css';
import { ExtendDialog, PeopleDialog } from './case-dialogs.tsx';
import { Moves } from './moves.tsx';
import { Steps } from './steps.tsx';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls };

/** Which revision it is, whether it is in time, how far it is, who works on it, and what comes next. */
export function CaseHead({ of, calls }: Props) {
  const heading = useHeadingFocus();
  const [dialog, setDialog] = useState<'people' | 'extend' | null>(null);
  const mayChange = of.may_review && of.superseded_by === null;
  return (
    <header className={styles.head}>
      <p className={styles.back}>
        <Link to={pages.cases}>
          <ArrowLeft size="1rem" aria-hidden />
          Cases
        </Link>
        <span>
          Case {of.id} · {reasonNames[of.reason]}
        </span>
      </p>
      <div className={styles.titles}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          <Link to={`${pages.main}${documentQuery(of)}`}>
            {of.doc_num} Rev. {of.doc_rev}
          </Link>
        </h1>
        <strong className={styles.due} data-late={of.is_late}>
          {dueWords(of, dayHere())}
        </strong>
      </div>
      <p className={styles.description}>
        {of.customer} · {of.doc_desc}
      </p>
      <Steps of={of} />
      <Facts of={of} />
      {of.superseded_by !== null && (
        <p className={styles.note}>
          A newer revision came before this one was reviewed.{' '}
          <Link to={pageOfCase(of.superseded_by)}>Open its case</Link>
        </p>
      )}
      <div className={styles.buttons}>
        {of.may_review && <Moves of={of} calls={calls} />}
        {mayChange && <Button onClick={() => setDialog('people')}>People and dates…</Button>}
        {mayChange && isPending(of) && <Button onClick={() => setDialog('extend')}>Extend…</Button>}
        <Evidence id={of.id} />
      </div>
      {dialog === 'people' && (
        <PeopleDialog of={of} calls={calls} onClose={() => setDialog(null)} />
      )}
      {dialog === 'extend' && (
        <ExtendDialog of={of} calls={calls} onClose={() => setDialog(null)} />
      )}
    </header>
  );
}

function documentQuery({ customer, doc_num, language, doc_rev }: WholeCase): string {
  return queryOfSearch({ customer, searched: { doc_num, language, doc_rev } });
}

function Facts({ of }: { of: WholeCase }) {
  const day = (on: string | null) => (on === null ? '–' : dayInWords(on));
  const names = (some: readonly string[]) => (some.length === 0 ? '–' : some.join(', '));
  return (
    <dl className={styles.facts}>
      <Fact name="Notified">{day(of.notified_on)}</Fact>
      <Fact name="Received">{day(of.received_on)}</Fact>
      <Fact name="Due" isWide>
        {day(of.due_on)}{' '}
        <small>
          {of.due_reason === null
            ? `${of.due_days} working days after ${day(of.due_from)}, ${of.calendar}`
            : of.due_reason}
        </small>
      </Fact>
      <Fact name="Reviewed">
        {day(of.reviewed_on)} {of.signed_by !== null && <small>signed by {of.signed_by}</small>}
      </Fact>
      <Fact name="Implemented">{day(of.implemented_on)}</Fact>
      <Fact name="Verdict">{of.verdict === null ? '–' : caseVerdictNames[of.verdict]}</Fact>
      <Fact name="Owner">{of.owner ?? '–'}</Fact>
      <Fact name="Reviewers">{names(of.reviewers)}</Fact>
      <Fact name="Watchers">{names(of.watchers)}</Fact>
    </dl>
  );
}

type FactProps = { name: string; isWide?: boolean; children: ReactNode };

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={isWide ? styles.wide : undefined}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The proof of this case, for an auditor. */
function Evidence({ id }: { id: number }) {
  const download = useDownload();
  return (
    <>
      <span className={styles.evidence}>
        <DownloadLinks
          name="Evidence"
          icon={<FileDown size="1rem" aria-hidden />}
          formats={['pdf', 'xlsx', 'csv']}
          address={(format) => evidenceAddress(id, format)}
          onClick={download.start}
        />
      </span>
      {download.fault !== null && <Alert>{download.fault}</Alert>}
    </>
  );
}
