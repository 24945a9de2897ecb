import type { Static } from 'typebox';
import type { DocumentIdentity } from '#contract/file-name.ts';
import type * as contract from '#contract/revisions.ts';
import type { Notice, Revision } from '#contract/revisions.ts';
import { isSameDocument } from '../search-state.ts';
import { dayInWords } from './day.ts';
import { changesAddress, latestAddress, revisionAddress } from './revision-addresses.ts';

export type Revisions = Static<(typeof contract.listRevisions)['response']>;

export type RevisionNotice = {
  /** `stop`: it is not to be used at all. `caution`: look before you use it. */
  tone: 'stop' | 'caution';
  /** Sentences that are complete without context, on paper too. */
  words: string;
  remark: string;
  links: { label: string; to: string }[];
};

/** What a reader of this revision has to know; null when it is the latest, and nothing is said against it. */
export function noticeOf(
  revisions: Revisions,
  customer: string,
  open: DocumentIdentity,
): RevisionNotice | null {
  const { data, notice } = revisions;
  const revision = data.find((other) => isSameDocument(other, open));
  if (revision === undefined) return null;
  const said = notice === null ? null : standardWords(notice, open.doc_num);
  const own = ownWords(revisions, revision);
  if (said === null && own === null) return null;
  const stops = notice?.kind === 'withdrawn' || notice?.kind === 'replaced';
  return {
    tone: stops ? 'stop' : 'caution',
    words: [said, own].filter((words) => words !== null).join(' '),
    remark: notice?.remark ?? '',
    links: [...replacementLinks(notice), ...revisionLinks(revisions, customer, revision)],
  };
}

function standardWords({ kind, on, replaced_by }: Notice, number: string): string {
  const since = on === null ? '' : ` on ${dayInWords(on)}`;
  if (kind === 'withdrawn') return `${number} was withdrawn${since}.`;
  if (kind === 'replaced') {
    if (replaced_by === null) return `${number} was replaced${since}.`;
    const { doc_num, customer, latest } = replaced_by;
    const missing = latest === null ? ', which is not in the library' : '';
    return `${number} was replaced by ${doc_num} of ${customer}${since}${missing}.`;
  }
  return `${number} is not for new design${on === null ? '' : ` since ${dayInWords(on)}`}.`;
}

function ownWords({ data, is_order_sure }: Revisions, revision: Revision): string | null {
  const unsettled = `It is unclear which revision of ${revision.doc_num} is the latest. Ask your librarian.`;
  const { doc_rev, superseded_by, superseded_on } = revision;
  if (superseded_by === null) return is_order_sure ? null : unsettled;
  const since = superseded_on === null ? '' : ` on ${dayInWords(superseded_on)}`;
  const superseded = `Revision ${doc_rev} was superseded by ${superseded_by}${since}.`;
  if (!is_order_sure) return `${superseded} ${unsettled}`;
  const latest = data[0]?.doc_rev ?? superseded_by;
  return latest === superseded_by ? superseded : `${superseded} The latest is ${latest}.`;
}

function replacementLinks(notice: Notice | null): RevisionNotice['links'] {
  const by = notice?.replaced_by ?? null;
  if (by === null || by.latest === null) return [];
  return [{ label: `Open ${by.doc_num}`, to: latestAddress(by) }];
}

// More would fill the banner; the card has them all.
const mostOthers = 3;

function revisionLinks(
  { data, is_order_sure }: Revisions,
  customer: string,
  revision: Revision,
): RevisionNotice['links'] {
  const others = data.filter((other) => other !== revision);
  const openLink = (other: Revision) => ({
    label: `Open ${other.doc_rev}`,
    to: revisionAddress(customer, other),
  });
  if (!is_order_sure) return others.slice(0, mostOthers).map(openLink);
  const [latest] = data;
  if (latest === undefined || latest === revision) return [];
  const to = changesAddress(customer, revision, latest);
  const changes = latest.has_file && revision.has_file ? [{ label: 'What changed', to }] : [];
  return [openLink(latest), ...changes];
}
