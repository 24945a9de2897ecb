import {
  isOrdered,
  type OrderBasis,
  type RevisionKind,
  type RevisionStatus,
} from '#contract/revision-words.ts';
import { type LabelKind, readKind, rootOf } from './kinds.ts';
import { orderRevisions } from './order.ts';
import { dateReadings, monthNamed } from './schemes/dates.ts';
import { compareKeys } from './schemes/label-keys.ts';
import { tidied, withoutWords } from './schemes/label-words.ts';

// Which revisions of a standard are in force: the newest edition, and what is beside it. Only editions are put in
// order. An amendment, a reaffirmation or a draft never replaces an edition.

type Revision = { id: number; doc_rev: string; issued_on?: string | null } & Partial<RevisionSaid>;

/** What a librarian says of a revision, whatever its label says. */
export type RevisionSaid = {
  stated_kind: RevisionKind | null;
  stated_amends: string | null;
  withdrawn_on: string | null;
};

export type PlacedRevision<R> = {
  revision: R;
  kind: RevisionKind;
  /** 0 for the newest edition and for what hangs on it. Withdrawn editions come after the others, then drafts. */
  place: number;
  status: RevisionStatus;
  /** What this one amends or reaffirms; null also where the library lacks it, or cannot tell. */
  amends: R | null;
  /** The base that it names and the library lacks. */
  missing: string | null;
  /** What its label says where a librarian put it in order as an edition. */
  question: RevisionKind | null;
};

export type Series<R> = {
  /** Editions newest first, each before what is beside it; then those withdrawn, and drafts. */
  placed: PlacedRevision<R>[];
  isSure: boolean;
  by: OrderBasis;
};

type Read<R> = { revision: R; read: LabelKind; isStated: boolean };
type Change = Extract<LabelKind, { base: string; mark: string }>;

/** An edition, or a base that a label names and the library may lack. Its texts are the entries that have its text. */
type Edition<R> = Revision & { change: Change | null; texts: R[] };

/** `isSure` is false if a later consolidated text may contain the change, or several editions may be the base. */
type Base<R> = { edition: Edition<R> | null; isSure: boolean };
const noBase = { edition: null, isSure: false };

/**
 * `chosen` is the order that a librarian set: what it names is an edition, whatever its label says. What is said of
 * a revision itself goes before both.
 */
export function placeSeries<R extends Revision>(
  revisions: readonly R[],
  chosen: readonly string[] | null = null,
): Series<R> {
  const inChosen = new Set(chosen);
  const reads = readSeries(revisions, inChosen);
  const ofKind = (...kinds: RevisionKind[]) =>
    reads.filter(({ read }) => kinds.includes(read.kind));
  const editions = ofKind('edition', 'instead').map(editionOf);
  const bases = new Map<R, Base<R>>();
  const hanging = [...ofKind('reaffirmed'), ...ofKind('beside')];
  const named = hanging.length === 0 ? new Map() : new Map(reads.map((one) => [textOf(one), one]));
  for (const one of hanging) {
    const base = findBase(one, editions, named);
    bases.set(one.revision, base);
    if (one.read.kind === 'reaffirmed') base.edition?.texts.push(one.revision);
  }
  const order = orderEditions(editions, chosen);
  const hasOrdered = reads.some(({ revision }) => isOrdered(readKind(revision.doc_rev).kind));
  const placed = reads.flatMap(({ revision, read, isStated }): PlacedRevision<R>[] => {
    const base = bases.get(revision);
    const edition = base?.edition ?? editions.find(({ texts }) => texts.includes(revision));
    if (read.kind === 'draft') return [];
    const place = edition === undefined ? 0 : order.placeOf(edition);
    const isUnsure = base?.isSure === false || edition === undefined;
    const isOut = isWithdrawn(revision) || (!isUnsure && read.kind === 'beside' && isOver(edition));
    const status = isOut ? 'withdrawn' : isUnsure ? 'unsure' : order.statusAt(place);
    const label = inChosen.has(revision.doc_rev) && !isStated && readKind(revision.doc_rev).kind;
    return [
      {
        revision,
        kind: read.kind,
        place,
        status,
        amends: base === undefined ? null : amendedBy(revision, read, base, named),
        missing: base !== undefined && edition?.texts.length === 0 ? edition.doc_rev : null,
        question: label && hasOrdered && !isOrdered(label) ? label : null,
      },
    ];
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

function isWithdrawn({ withdrawn_on = null }: Revision): boolean {
  return withdrawn_on !== null;
}

/** An edition is withdrawn with all its texts; one that the library lacks is not. */
function isOver<R extends Revision>({ texts }: Edition<R>): boolean {
  return texts.length > 0 && texts.every(isWithdrawn);
}

function readSeries<R extends Revision>(
  revisions: readonly R[],
  chosen: ReadonlySet<string>,
): Read<R>[] {
  const byId = revisions.toSorted((a, b) => a.id - b.id);
  const reads = byId.map((revision): Read<R> => {
    const label = readKind(revision.doc_rev);
    const stated = readStated(revision, label);
    const edition = chosen.has(revision.doc_rev) ? ({ kind: 'edition' } as const) : null;
    return { revision, read: stated ?? edition ?? label, isStated: stated !== null };
  });
  // `Amendment 2`, `Amendment 3` without any base: so some publishers count their editions.
  const hasBase = reads.some(({ read }) => read.kind === 'edition' || isWithBase(read));
  return hasBase
    ? reads
    : reads.map((one) =>
        one.isStated || one.read.kind === 'draft' ? one : { ...one, read: { kind: 'edition' } },
      );
}

function readStated(
  { stated_kind = null, stated_amends = null }: Revision,
  label: LabelKind,
): LabelKind | null {
  if (stated_kind === null && stated_amends === null) return null;
  const kind = stated_kind ?? label.kind;
  if (kind === 'edition' || kind === 'draft') return { kind };
  if (kind === label.kind && stated_amends === null) return label;
  const base = stated_amends ?? ('base' in label ? label.base : '');
  return kind === 'reaffirmed' ? { kind, base } : { kind, base, mark: '', count: null, on: '' };
}

function isWithBase(read: LabelKind): boolean {
  return 'base' in read && read.base !== '';
}

function textOf<R extends Revision>({ revision }: Read<R>): string {
  return plainText(revision.doc_rev);
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
  const isLast = editions.every(isOver);
  const [over, valid] = [editions.filter(isOver), editions.filter((one) => isLast || !isOver(one))];
  const { newestFirst, places, isSure, by } = orderRevisions(valid, chosen);
  const place = new Map(newestFirst.map((edition, at) => [edition, places[at] ?? at]));
  for (const edition of isLast ? [] : orderRevisions(over, chosen).newestFirst) {
    place.set(edition, place.size);
  }
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
  { revision, read, isStated }: Read<R>,
  editions: Edition<R>[],
  named: ReadonlyMap<string, Read<R>>,
): Base<R> {
  if (!('base' in read)) return noBase;
  if (read.base === '') {
    const [only, ...more] = editions;
    return only === undefined || more.length > 0 ? noBase : { edition: only, isSure: true };
  }
  const exact = isStated ? named.get(plainText(read.base))?.revision : undefined;
  const stated = editions.find(({ texts }) => texts.some((text) => text === exact));
  if (stated !== undefined) return { edition: stated, isSure: true };
  const root = rootAmong(read.base, named);
  if (root === null) return noBase;
  const own = editions.filter(({ doc_rev, change }) => change === null && isSame(root, doc_rev));
  if (new Set(own.map(({ doc_rev }) => plainText(doc_rev))).size > 1) {
    return noBase;
  }
  const missing = { id: revision.id, doc_rev: root, issued_on: null, change: null, texts: [] };
  const [base = missing] = own;
  if (own.length === 0) editions.push(base);
  if (read.kind === 'reaffirmed' || isStated) return { edition: base, isSure: true };
  return afterConsolidations(read, base, root, editions);
}

/** The edition at the end of a chain, such as that of `2005/AMD1:2012/COR1:2013`. Null: they amend each other. */
function rootAmong<R extends Revision>(
  base: string,
  named: ReadonlyMap<string, Read<R>>,
  seen: readonly string[] = [],
): string | null {
  const text = plainText(base);
  if (seen.includes(text)) return null;
  const read = named.get(text)?.read ?? readKind(base);
  return 'base' in read && read.base !== ''
    ? rootAmong(read.base, named, [...seen, text])
    : tidied(base);
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
  named: ReadonlyMap<string, Read<R>>,
): R | null {
  const direct = 'base' in read ? named.get(plainText(read.base))?.revision : undefined;
  if (direct !== undefined && direct !== revision && edition?.change === null) return direct;
  return isSure ? (edition?.texts.find((text) => text !== revision) ?? null) : null;
}

const nothingElse = { amends: null, missing: null, question: null };

function placeDrafts<R extends Revision>(
  drafts: readonly R[],
  placed: readonly PlacedRevision<R>[],
): PlacedRevision<R>[] {
  if (drafts.length === 0) return [];
  const after = Math.max(0, ...placed.map(({ place }) => place)) + 1;
  const { newestFirst, places } = orderRevisions(drafts);
  return newestFirst.map((revision, at) => {
    const place = after + (places[at] ?? at);
    const status = isWithdrawn(revision) ? 'withdrawn' : 'draft';
    return { revision, kind: 'draft', place, status, ...nothingElse };
  });
}
