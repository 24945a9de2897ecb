import { Fragment, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import type { DocumentIdentity } from '#contract/file-name.ts';
import {
  besideName,
  isOrdered,
  isWholeText,
  type RevisionDay,
  revisionDays,
} from '#contract/revision-words.ts';
import type { Revision } from '#contract/revisions.ts';
import { Button } from '../../../ui/button/button.tsx';
import { RevisionStatusChip } from '../../../ui/revision-status.tsx';
import { isSameDocument } from '../search-state.ts';
import styles from './card-revisions.module.css';
import { CopyLink } from './copy-link.tsx';
import { dayInWords } from './day.ts';
import { changesAddress, revisionAddress } from './revision-addresses.ts';
import { besideOf, inLanguage, latestText, type Revisions } from './revision-notice.ts';
import { revisionsQuery } from './revisions-api.ts';

type Props = { customer: string; document: DocumentIdentity };

const mostUnfolded = 5;

/** In the card of a document: whether it is the latest, what other revisions there are, and links to hand on. */
export function CardRevisions({ customer, document }: Props) {
  const { data: revisions, isPending } = useQuery(revisionsQuery({ customer, ...document }));
  const all = revisions?.data ?? [];
  const own = all.find((revision) => isSameDocument(revision, document));
  if (isPending) return null; // it comes at once, so that nothing of it moves
  return (
    // The card is read aloud when it comes; a table that follows it is not.
    <div className={styles.revisions} aria-live="off">
      {own?.status === 'latest' && isWholeText(own.kind) && (
        <p className={styles.latest}>
          <CircleCheck size="1rem" aria-hidden />
          Latest revision{revisions?.newer_elsewhere.length ? ' in this language' : ''}
        </p>
      )}
      {revisions !== undefined && <InForce {...{ customer, revisions }} />}
      {own !== undefined && saidInWords(own) !== '' && <p>{saidInWords(own)}</p>}
      {all.length > 1 && <RevisionTable {...{ customer, document, all }} />}
      <CopyLink {...{ customer, document }} />
    </div>
  );
}

/** The newest edition with what amends it, and what is newer in another language. */
function InForce({ customer, revisions }: { customer: string; revisions: Revisions }) {
  const latest = latestText(revisions);
  const beside = latest?.status === 'latest' ? besideOf(revisions.data, latest.doc_rev) : [];
  const link = (to: DocumentIdentity, label: string) => (
    <Link to={revisionAddress(customer, to)}>{label}</Link>
  );
  return (
    <>
      {latest !== undefined && beside.length > 0 && (
        <p>
          In force: {link(latest, latest.doc_rev)} with{' '}
          {beside.map((one, at) => (
            <Fragment key={one.document_id}>
              {at > 0 && ', '}
              {link(one, besideName(one.doc_rev, latest.doc_rev))}
            </Fragment>
          ))}
        </p>
      )}
      {revisions.newer_elsewhere.map((one) => (
        <p key={one.language}>Newer: {link(one, inLanguage(one))}</p>
      ))}
    </>
  );
}

/** The days and the reason that librarians gave; the table has the day of issue. */
function saidInWords(revision: Revision): string {
  const days = (Object.keys(revisionDays) as RevisionDay[]).flatMap((day) => {
    const value = revision[day];
    return value === null || day === 'issued_on'
      ? []
      : `${revisionDays[day]} ${dayInWords(value)}.`;
  });
  return [...days, revision.reason ?? ''].join(' ').trim();
}

type TableProps = Props & { all: Revision[] };

function RevisionTable({ customer, document, all }: TableProps) {
  const [showsAll, setShowsAll] = useState(all.length <= mostUnfolded);
  const shown = showsAll ? all : all.slice(0, mostUnfolded);
  return (
    <>
      <table className={styles.table}>
        <caption>Revisions</caption>
        <thead>
          <tr>
            <th scope="col">Revision</th>
            <th scope="col">Issued</th>
            <th scope="col">Changes</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((revision, index) => (
            <tr key={revision.document_id} data-status={revision.status}>
              <th scope="row">
                <RevisionName {...{ customer, document, revision }} />
              </th>
              <td>{revision.issued_on === null ? '–' : dayInWords(revision.issued_on, 'short')}</td>
              <td>
                <Changes customer={customer} from={editionBefore(all, index)} to={revision} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {!showsAll && (
        <Button className={styles.button} onClick={() => setShowsAll(true)}>
          Show all {all.length} revisions
        </Button>
      )}
    </>
  );
}

/** What is compared with a revision: the edition before it. An amendment or a draft has none; those withdrawn are listed last. */
function editionBefore(all: readonly Revision[], at: number): Revision | undefined {
  const to = all[at];
  if (to === undefined || !isOrdered(to.kind)) return undefined;
  return all
    .slice(at + 1)
    .find(({ kind, status }) => isOrdered(kind) && [to.status, 'superseded'].includes(status));
}

function RevisionName({ customer, document, revision }: Props & { revision: Revision }) {
  const content = (
    <>
      <span>{revision.doc_rev}</span> <RevisionStatusChip status={revision.status} />
      {hangsInWords(revision) !== '' && <small> {hangsInWords(revision)}</small>}
    </>
  );
  if (isSameDocument(revision, document)) return <span aria-current="page">{content}</span>;
  return <Link to={revisionAddress(customer, revision)}>{content}</Link>;
}

function hangsInWords({ kind, amends, missing }: Revision): string {
  if (kind === 'instead') return 'consolidated';
  if (missing !== null) return `amends ${missing}, which is not in the library`;
  return amends === null ? '' : `${kind === 'reaffirmed' ? 'reaffirms' : 'amends'} ${amends}`;
}

type ChangesProps = { customer: string; from: Revision | undefined; to: Revision };

function Changes({ customer, from, to }: ChangesProps) {
  if (from === undefined) return null;
  if (!from.has_file || !to.has_file) return <span title="A PDF is missing">–</span>;
  return (
    <Link
      to={changesAddress(customer, from, to)}
      aria-label={`What changed from ${from.doc_rev} to ${to.doc_rev}`}
    >
      What changed
    </Link>
  );
}
