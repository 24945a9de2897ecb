import { useState } from 'react';
import { ArrowLeft, FileDown } from 'lucide-react';
import { Link } from 'react-router';
import { baselineWords, dueReason, personIn } from '#contract/case-facts.ts';
import { caseVerdictNames } from '#contract/case-words.ts';
import type { WholeCase } from '#contract/cases.ts';
import { pageOfCase, pages } from '#contract/pages.ts';
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
import { CorrectDialog, ExtendDialog, PeopleDialog } from './case-dialogs.tsx';
import { Moves } from './moves.tsx';
import { Steps } from './steps.tsx';
import type { CaseCalls } from './use-case-calls.ts';

type Props = { of: WholeCase; calls: CaseCalls };

/** Which revision it is, whether it is in time, how far it is, who works on it, and what comes next. */
export function CaseHead({ of, calls }: Props) {
  const heading = useHeadingFocus();
  const [dialog, setDialog] = useState<'people' | 'extend' | 'correct' | null>(null);
  const mayChange = of.may_review && of.superseded_by === null;
  const others = [
    { name: 'People and dates…', act: () => setDialog('people') },
    isPending(of)
      ? { name: 'Extend…', act: () => setDialog('extend') }
      : { name: 'Correct a date…', act: () => setDialog('correct') },
  ];
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
          {dueWords(of)}
        </strong>
        <p className={styles.description}>
          {of.customer} · {of.doc_desc}
        </p>
      </div>
      <Facts of={of} />
      {of.amends !== null && (
        <p className={styles.note}>
          {of.doc_rev} amends {of.amends} and does not replace it.
          {of.previous_rev !== null && ' This case was opened as that of a new edition.'}
        </p>
      )}
      {of.reason === 'order' && isPending(of) && (
        <p className={styles.note}>
          It is unclear which revision is the latest. This case ends when a librarian adds what is
          missing, or sets the order under Manage: “Set revision order…”.
        </p>
      )}
      {of.superseded_by !== null && (
        <p className={styles.note}>
          A newer revision came before this one was reviewed.{' '}
          <Link to={pageOfCase(of.superseded_by)}>Open its case</Link>
        </p>
      )}
      <div className={styles.buttons}>
        <Steps of={of} />
        {of.may_review && <Moves of={of} calls={calls} others={mayChange ? others : []} />}
        <Evidence id={of.id} />
      </div>
      {dialog === 'people' && (
        <PeopleDialog of={of} calls={calls} onClose={() => setDialog(null)} />
      )}
      {dialog === 'extend' && (
        <ExtendDialog of={of} calls={calls} onClose={() => setDialog(null)} />
      )}
      {dialog === 'correct' && (
        <CorrectDialog of={of} calls={calls} onClose={() => setDialog(null)} />
      )}
    </header>
  );
}

function documentQuery({ customer, doc_num, language, doc_rev }: WholeCase): string {
  return queryOfSearch({ customer, searched: { doc_num, language, doc_rev } });
}

/** In one row; what is not known is left out. */
function Facts({ of }: { of: WholeCase }) {
  const day = (on: string | null) => on && dayInWords(on, 'short');
  const named = (some: readonly string[]) => some.map((name) => personIn(of, name)).join(', ');
  const facts: [name: string, value: string | null, small?: string | null][] = [
    ['Baseline', baselineWords(of)],
    ['Notified', day(of.notified_on)],
    ['Received', day(of.received_on)],
    ['First due', of.first_due_on === of.due_on ? null : day(of.first_due_on)],
    ['Due', day(of.due_on), dueReason(of)],
    ['Reviewed', day(of.reviewed_on), of.signed_by && `signed by ${named([of.signed_by])}`],
    ['Implemented', day(of.implemented_on)],
    ['Verdict', of.verdict && caseVerdictNames[of.verdict]],
    ['Owner', of.owner && named([of.owner])],
    ['Reviewers', named(of.reviewers)],
    ['Watchers', named(of.watchers)],
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([name, value, small]) =>
          value !== null &&
          value !== '' && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {value} {small != null && small !== '' && <small>{small}</small>}
              </dd>
            </div>
          ),
      )}
    </dl>
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
