import type { OrderBasis, RevisionKind, RevisionStatus } from '#contract/revision-words.ts';
import { type LabelKind, readKind, rootOf } from './kinds.ts';
import { orderRevisions } from './order.ts';
import { dateReadings, monthNamed } from './schemes/dates.ts';
import { compareKeys } from './schemes/label-keys.ts';
import { withoutWords } from './schemes/label-words.ts';

// Which revisions of a standard are in force: the newest edition, and what is beside it. Only editions are put in
// order. An amendment, a reaffirmation or a draft never replaces an edition.

type Revision = { id: number; doc_rev: string; issued_on?: string | null };

export type PlacedRevision<R> = {
  revision: R;
  kind: RevisionKind;
  /** 0 for the newest edition and for what hangs on it. Drafts come after all editions. */
  place: number;
  status: Exclude<RevisionStatus, 'withdrawn'>;
  /** What this one amends or reaffirms; null also where the library lacks it, or cannot tell. */
  amends: R | null;
};

export type Series<R> = {
  /** Editions newest first, each before what is beside it; then drafts. */
  placed: PlacedRevision<R>[];
  isSure: boolean;
  by: OrderBasis;
};

type Read<R> = { revision: R; read: LabelKind };
type Change = Extract<LabelKind, { base: string; mark: string }>;

/** An edition, or a base that a label names and the library may lack. Its texts are the entries that have its text. */
type Edition<R> = Revision & { change: Change | null; texts: R[] };

/** `isSure` is false if a later consolidated text may contain the change, or several editions may be the base. */
type Base<R> = { edition: Edition<R> | null; isSure: boolean };
const noBase = { edition: null, isSure: false };

/** `chosen` is the order that a librarian set: what it names is an edition, whatever its label says. */
export function placeSeries<R extends Revision>(
  revisions: readonly R[],
  chosen: readonly string[] | null = null,
): Series<R> {
  const reads = readSeries(revisions, new Set(chosen));
  const ofKind = (...kinds: RevisionKind[]) =>
    reads.filter(({ read }) => kinds.includes(read.kind));
  const editions = ofKind('edition', 'instead').map(editionOf);
  const bases = new Map<R, Base<R>>();
  for (const { revision, read } of [...ofKind('reaffirmed'), ...ofKind('beside')]) {
    const base = findBase(read, editions, revision.id);
    bases.set(revision, base);
    if (read.kind === 'reaffirmed') base.edition?.texts.push(revision);
  }
  const order = orderEditions(editions, chosen);
  const placed = reads.flatMap(({ revision, read }): PlacedRevision<R>[] => {
    const base = bases.get(revision);
    const edition = base?.edition ?? editions.find(({ texts }) => texts.includes(revision));
    if (read.kind === 'draft') return [];
    const place = edition === undefined ? 0 : order.placeOf(edition);
    const status =
      base?.isSure === false || edition === undefined ? 'unsure' : order.statusAt(place);
    const amends = base === undefined ? null : amendedBy(revision, read, base, revisions);
    return [{ revision, kind: read.kind, place, status, amends }];
  });
  const rank = ({ kind }: PlacedRevision<R>) => (kind === 'beside' ? 1 : 0);
  placed.sort((a, b) => a.place - b.place || rank(a) - rank(b) || b.revision.id - a.revision.id);
  const drafts = ofKind('draft').map(({ revision }) => revision);
  return {
    placed: [...placed, ...placeDrafts(drafts, placed)],
    isSure: order.isSure,
    by: order.by,
  };
}

function readSeries<R extends Revision>(
  revisions: readonly R[],
  chosen: ReadonlySet<string>,
): Read<R>[] {
  const byId = revisions.toSorted((a, b) => a.id - b.id);
  const reads = byId.map((revision): Read<R> => ({
    revision,
    read: chosen.has(revision.doc_rev) ? { kind: 'edition' } : readKind(revision.doc_rev),
  }));
  // `Amendment 2`, `Amendment 3` without any base: so some publishers count their editions.
  const hasBase = reads.some(({ read }) => read.kind === 'edition' || isWithBase(read));
  return hasBase
    ? reads
    : reads.map((one) => (one.read.kind === 'draft' ? one : { ...one, read: { kind: 'edition' } }));
}

function isWithBase(read: LabelKind): boolean {
  return 'base' in read && read.base !== '';
}

function editionOf<R extends Revision>({ revision, read }: Read<R>): Edition<R> {
  const { id, doc_rev, issued_on = null } = revision;
  return {
    id,
    doc_rev,
    issued_on,
    texts: [revision],
    change: read.kind === 'instead' ? read : null,
  };
}

function orderEditions<R extends Revision>(
  editions: readonly Edition<R>[],
  chosen: readonly string[] | null,
) {
  if (editions.length === 0) return { ...nothingToOrder };
  const { newestFirst, places, isSure, by } = orderRevisions(editions, chosen);
  const place = new Map(newestFirst.map((edition, at) => [edition, places[at] ?? at]));
  const placeOf = (edition: Edition<R>) => place.get(edition) ?? 0;
  // An amendment can show that a newer edition exists than the newest one here.
  const newestHere = Math.min(
    ...editions.filter(({ texts }) => texts.length > 0).map((edition) => placeOf(edition)),
  );
  const statusAt = (at: number) => {
    if (!isSure || (newestHere > 0 && at <= newestHere)) return 'unsure' as const;
    return at === 0 ? ('latest' as const) : ('superseded' as const);
  };
  return { placeOf, statusAt, isSure, by };
}

const nothingToOrder = {
  placeOf: () => 0,
  statusAt: () => 'unsure' as const,
  isSure: true,
  by: 'names' as const,
};

/** The edition that a change or a reaffirmation hangs on. One that the library lacks is added to `editions`. */
function findBase<R extends Revision>(
  read: LabelKind,
  editions: Edition<R>[],
  id: number,
): Base<R> {
  if (!('base' in read)) return noBase;
  if (read.base === '') {
    const [only, ...more] = editions;
    return only === undefined || more.length > 0 ? noBase : { edition: only, isSure: true };
  }
  const root = rootOf(read.base);
  const own = editions.filter(({ doc_rev, change }) => change === null && isSame(root, doc_rev));
  if (new Set(own.map(({ doc_rev }) => plainText(doc_rev))).size > 1) {
    return noBase;
  }
  const [base = { id, doc_rev: root, issued_on: null, change: null, texts: [] }] = own;
  if (own.length === 0) editions.push(base);
  if (read.kind === 'reaffirmed') return { edition: base, isSure: true };
  return afterConsolidations(read, base, root, editions);
}

/** `2019/A2` hangs on `2019+A1`, which does not contain it; `2019/A1` stays with 2019. */
function afterConsolidations<R extends Revision>(
  change: Change,
  base: Edition<R>,
  root: string,
  editions: readonly Edition<R>[],
): Base<R> {
  let edition = base;
  let newest: Change | null = null;
  for (const one of editions) {
    if (one.change === null || !isSame(root, rootOf(one.doc_rev))) continue;
    const contains = isUpTo(change, one.change);
    if (contains === null) return { edition: base, isSure: false };
    if (contains) return { edition: base, isSure: true };
    if (newest !== null && isUpTo(newest, one.change) !== true) continue;
    newest = one.change;
    edition = one;
  }
  return { edition, isSure: true };
}

/** Whether a change is not later than another one; null where their labels do not tell. */
function isUpTo(a: Change, b: Change): boolean | null {
  if (
    a.mark === b.mark &&
    a.count !== null &&
    b.count !== null &&
    Math.sign(a.count) === Math.sign(b.count)
  ) {
    return Math.abs(a.count) <= Math.abs(b.count);
  }
  const [one, other] = [a.on, b.on].map((on) =>
    on === '' ? undefined : dateReadings([on])[0]?.[0],
  );
  if (one === undefined || other === undefined) return null;
  const order = compareKeys(one, other);
  return order === null ? null : order <= 0;
}

/** `1999` is `Ausgabe 1999`, and `1999-05`. */
function isSame(root: string, label: string): boolean {
  if (plainText(root) === plainText(label)) return true;
  if (!/^(?:19|20)\d\d$/.test(root)) return false;
  const readings = dateReadings([plainText(label)]);
  return readings.length > 0 && readings.every(([day]) => day?.[0] === Number(root));
}

function plainText(label: string): string {
  const [text = label] = withoutWords([label], (word) => monthNamed(word) > 0) ?? [];
  return text.toLowerCase();
}

/** A corrigendum of an amendment amends that; else the text of the edition. */
function amendedBy<R extends Revision>(
  revision: R,
  read: LabelKind,
  { edition, isSure }: Base<R>,
  revisions: readonly R[],
): R | null {
  const named = 'base' in read ? plainText(read.base) : '';
  const direct = revisions.find((one) => one !== revision && plainText(one.doc_rev) === named);
  if (direct !== undefined && edition?.change === null) return direct;
  return isSure ? (edition?.texts.find((text) => text !== revision) ?? null) : null;
}

function placeDrafts<R extends Revision>(
  drafts: readonly R[],
  placed: readonly PlacedRevision<R>[],
): PlacedRevision<R>[] {
  if (drafts.length === 0) return [];
  const after = Math.max(0, ...placed.map(({ place }) => place)) + 1;
  const { newestFirst, places } = orderRevisions(drafts);
  return newestFirst.map((revision, at) => {
    const place = after + (places[at] ?? at);
    return { revision, kind: 'draft', place, status: 'draft', amends: null };
  });
}
