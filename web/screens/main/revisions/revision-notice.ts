import type { Static } from 'typebox';
import { type DocumentIdentity, noLanguage } from '#contract/file-name.ts';
import type * as contract from '#contract/revisions.ts';
import type { Notice, Revision } from '#contract/revisions.ts';
import { dayHere } from '#contract/day.ts';
import { besideName, isWholeText } from '#contract/revision-words.ts';
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
  const { data } = revisions;
  const revision = data.find((other) => isSameDocument(other, open));
  if (revision === undefined) return null;
  const notice = isAbout(revisions.notice, revision) ? revisions.notice : null;
  const said = notice === null ? null : standardWords(notice, subjectOf(notice, revision));
  const own = ownWords(revisions, revision);
  const days = daysInWords(revision);
  const elsewhere = elsewhereWords(revisions);
  const all = [said, own, days, elsewhere].filter(Boolean);
  if (all.length === 0) return null;
  const stops = revision.status === 'withdrawn';
  return {
    tone: stops ? 'stop' : 'caution',
    words: all.join(' '),
    remark: [notice?.remark, revision.reason].filter(Boolean).join(' '),
    links: [
      ...replacementLinks(notice),
      ...revisionLinks(revisions, customer, revision),
      ...revisions.newer_elsewhere.map((other) => ({
        label: `Open ${inLanguage(other)}`,
        to: revisionAddress(customer, other),
      })),
    ],
  };
}

function isAbout(notice: Notice | null, { doc_rev }: Revision): boolean {
  return notice?.revisions?.includes(doc_rev) ?? true;
}

function subjectOf({ revisions }: Notice, { doc_num, doc_rev }: Revision): string {
  return revisions === null ? doc_num : `Revision ${doc_rev} of ${doc_num}`;
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

function elsewhereWords({ newer_elsewhere }: Revisions): string {
  if (newer_elsewhere.length === 0) return '';
  return `There is a newer revision: ${newer_elsewhere.map(inLanguage).join(', ')}.`;
}

/** `2023 in English`, where the language is a code that the browser knows. */
export function inLanguage({ doc_rev, language }: DocumentIdentity): string {
  const code = language ?? noLanguage;
  const known = /^[a-z]{2,3}$/i.test(code) ? languageNames.of(code.toLowerCase()) : undefined;
  return `${doc_rev} in ${known ?? code}`;
}
const languageNames = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** What its days say to whoever reads it today. */
function daysInWords({ valid_from, usable_until, withdrawn_on }: Revision): string {
  const today = dayHere();
  const words: string[] = [];
  if (valid_from !== null && valid_from > today) {
    words.push(`It is valid from ${dayInWords(valid_from)}, not before.`);
  }
  if (usable_until !== null && withdrawn_on === null) {
    const may = usable_until < today ? 'It could be used' : 'It may be used';
    words.push(`${may} until ${dayInWords(usable_until)}.`);
  }
  return words.join(' ');
}

/** The newest revision that has the whole text; undefined where the library is not sure of it. */
export function latestText({ data, is_order_sure }: Revisions): Revision | undefined {
  const newest = data.find(({ kind }) => isWholeText(kind));
  return is_order_sure && newest?.status !== 'unsure' ? newest : undefined;
}

function ownWords(revisions: Revisions, revision: Revision): string | null {
  const { is_order_sure } = revisions;
  const unsettled = `It is unclear which revision of ${revision.doc_num} is the latest. Ask your librarian.`;
  const { doc_rev, kind, status, superseded_by, superseded_on } = revision;
  if (revision.withdrawn_on !== null) return withdrawnWords(revisions, revision);
  const isNoticed = revisions.notice?.revisions?.includes(doc_rev) ?? false;
  if (isNoticed && status === 'withdrawn') return inForceWords(revisions);
  if (kind === 'draft') return draftWords(revisions, revision);
  if (kind === 'beside' && is_order_sure) return besideWords(revision);
  if (superseded_by === null) {
    return status === 'unsure' || !is_order_sure ? unsettled : amendedWords(revisions, revision);
  }
  const since = superseded_on === null ? '' : ` on ${dayInWords(superseded_on)}`;
  const superseded = `Revision ${doc_rev} was superseded by ${superseded_by}${since}.`;
  if (!is_order_sure) return `${superseded} ${unsettled}`;
  const latest = latestText(revisions)?.doc_rev ?? superseded_by;
  return latest === superseded_by ? superseded : `${superseded} The latest is ${latest}.`;
}

function withdrawnWords(revisions: Revisions, { doc_rev, withdrawn_on }: Revision): string {
  const withdrawn = `Revision ${doc_rev} was withdrawn on ${dayInWords(withdrawn_on ?? '')}.`;
  return [withdrawn, inForceWords(revisions)].filter(Boolean).join(' ');
}

function inForceWords(revisions: Revisions): string | null {
  const latest = latestText(revisions);
  return latest?.status === 'latest' ? `In force: ${latest.doc_rev}.` : null;
}

function draftWords(revisions: Revisions, { doc_rev }: Revision): string {
  const latest = latestText(revisions);
  const inForce = latest === undefined ? '' : ` The latest edition is ${latest.doc_rev}.`;
  return `${doc_rev} is a draft, not in force.${inForce}`;
}

function besideWords({ doc_rev, status, amends, missing, superseded_by }: Revision): string {
  if (missing !== null) return `${doc_rev} amends ${missing}, which is not in the library.`;
  if (amends === null || (status === 'unsure' && superseded_by === null))
    return `It is unclear which edition ${doc_rev} amends. Ask your librarian.`;
  const base = status === 'withdrawn' ? 'is withdrawn' : `was superseded by ${superseded_by}`;
  const state =
    superseded_by === null && status === 'latest' ? 'Both are in force.' : `${amends} ${base}.`;
  return `${doc_rev} amends ${amends}. ${state}`;
}

function amendedWords({ data }: Revisions, { doc_rev }: Revision): string | null {
  const names = besideOf(data, doc_rev).map((one) => besideName(one.doc_rev, doc_rev));
  return names.length === 0 ? null : `In force: ${doc_rev} with ${names.join(', ')}.`;
}

/** What is in force beside this revision. */
export function besideOf(data: readonly Revision[], doc_rev: string): Revision[] {
  const direct = data.filter(
    ({ kind, amends, status }) => kind === 'beside' && amends === doc_rev && status === 'latest',
  );
  return direct.flatMap((one) => [one, ...besideOf(data, one.doc_rev)]);
}

function replacementLinks(notice: Notice | null): RevisionNotice['links'] {
  const by = notice?.replaced_by ?? null;
  if (by === null || by.latest === null) return [];
  return [{ label: `Open ${by.doc_num}`, to: latestAddress(by) }];
}

// More would fill the banner; the card has them all.
const mostOthers = 3;

function revisionLinks(
  revisions: Revisions,
  customer: string,
  revision: Revision,
): RevisionNotice['links'] {
  const { data, is_order_sure } = revisions;
  const others = data.filter((other) => other !== revision);
  const openLink = (other: Revision) => ({
    label: `Open ${other.doc_rev}`,
    to: revisionAddress(customer, other),
  });
  if (!is_order_sure) return others.slice(0, mostOthers).map(openLink);
  if (revision.status === 'latest') {
    const base = data.filter(({ doc_rev }) => doc_rev === revision.amends);
    const isBeside = revision.kind === 'beside';
    return (isBeside ? base : besideOf(data, revision.doc_rev)).slice(0, mostOthers).map(openLink);
  }
  const latest = latestText(revisions);
  if (latest === undefined || latest === revision) return [];
  if (!isWholeText(revision.kind)) return [openLink(latest)];
  const to = changesAddress(customer, revision, latest);
  const changes = latest.has_file && revision.has_file ? [{ label: 'What changed', to }] : [];
  return [openLink(latest), ...changes];
}
