import type { WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { actionsOf } from './actions.ts';
import { siteOf } from './calendars.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { findSide } from '../redline/sides.ts';
import { entriesWithFile } from '../matching/entry-files.ts';
import { lastComparison } from '../jobs/jobs.ts';
import { namesOf, peopleOf } from './people.ts';
import { type Asking, eventsOf, listedCase } from './cases.ts';
import { daysOf } from './due-days.ts';
import {
  type Compare,
  isOutdated,
  linesOf,
  type ComparedNames,
  sidesOf,
  writeLines,
} from './lines.ts';

export type CaseReader = Asking & {
  /** Sees a review before it is signed. */
  mayLookIn: boolean;
  mayReview: boolean;
};
type LinesState = WholeCase['lines_state'];

/** A case with all that belongs to it, as far as its reader may see it. */
export async function wholeCase(db: Db, id: number, reader: CaseReader): Promise<WholeCase> {
  const row = await requireCase(db, id);
  const sides = await sidesOf(db, row);
  const isOpen = reader.mayLookIn || row.reviewed_on !== null;
  const lines_state = isOpen ? await linesStateOf(db, row, sides) : 'hidden';
  const site = await siteOf(db, row.calendar_id);
  const people = await peopleOf(db, id);
  const whole: Omit<WholeCase, 'names'> = {
    ...(await listedCase(db, id, reader.now)),
    amends: await amendedBy(db, row),
    doc_desc: row.doc_desc,
    version: row.version,
    due_from: row.due_from,
    due_days: row.due_days,
    calendar: site.name,
    zone: site.zone,
    days: isOpen ? await daysOf(db, id) : [],
    baseline: row.baseline === 'reviewed' ? await reviewedOf(db, row) : row.baseline,
    due_reason: row.due_reason,
    ...people,
    comparison: sides,
    lines_state,
    lines: isOpen ? await linesOf(db, id) : [],
    actions: isOpen ? await actionsOf(db, id) : [],
    events: isOpen ? await eventsOf(db, id) : [],
    signed_by: row.signed_by,
    from_hash: row.from_hash,
    to_hash: row.to_hash,
    engine: row.engine,
    superseded_by: row.superseded_by,
    may_review: reader.mayReview,
  };
  return { ...whole, names: await namesOf(db, accountsIn(whole)) };
}

function accountsIn(of: Omit<WholeCase, 'names'>): (string | null)[] {
  const { owner, signed_by, reviewers, watchers, lines, actions, events, days } = of;
  return [
    owner,
    signed_by,
    ...reviewers,
    ...watchers,
    ...lines.flatMap((line) => [line.decided_by, line.remark_by, line.former?.by ?? null]),
    ...actions.map((action) => action.owner),
    ...events.map(({ user }) => user),
    ...days.map(({ set_by }) => set_by),
  ];
}

async function amendedBy(db: Db, { document_id }: CaseRow): Promise<string | null> {
  const found = await db
    .selectFrom('revisions')
    .innerJoin('documents', 'documents.id', 'amends')
    .select('doc_rev')
    .where('document_id', '=', document_id)
    .where('kind', '=', 'beside')
    .executeTakeFirst();
  return found?.doc_rev ?? null;
}

/** The PDF of the baseline may have been replaced after its review was signed. */
async function reviewedOf(db: Db, row: CaseRow): Promise<'reviewed' | 'replaced'> {
  const signed = await db
    .selectFrom('cases')
    .select('to_hash')
    .where('document_id', '=', row.previous_document_id)
    .where('reviewed_on', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const file = await entriesWithFile(db)
    .select('files.hash')
    .where('documents.id', '=', row.previous_document_id)
    .executeTakeFirst();
  const compared = row.from_hash ?? file?.hash ?? null;
  const isSame = !signed?.to_hash || compared === null || compared === signed.to_hash;
  return isSame ? 'reviewed' : 'replaced';
}

async function linesStateOf(
  db: Db,
  row: CaseRow,
  sides: ComparedNames | null,
): Promise<LinesState> {
  if (row.to_hash !== null) {
    const isPending = row.state === 'in_review';
    return isPending && (await isOutdated(db, row)) ? 'outdated' : 'there';
  }
  const job = sides === null ? null : await lastComparison(db, row.id);
  if (sides === null || job === null || job.finished_at !== null) return 'none';
  return (await canBeCompared(db, sides)) ? 'waiting' : 'none';
}

/** False: no file, a damaged one, a password. Lines are typed until it is replaced. */
async function canBeCompared(db: Db, sides: ComparedNames): Promise<boolean> {
  try {
    for (const name of [sides.from, sides.to]) await findSide(db, name, '');
    return true;
  } catch (error) {
    if (error instanceof LibraryError) return false;
    throw error;
  }
}

/** Makes the list again, from the PDFs as they are now. */
export async function renewLines(
  { library, compare }: { library: Library; compare: Compare },
  id: number,
  user: string,
): Promise<number> {
  const row = await requireCase(library.db, id);
  const sides = await sidesOf(library.db, row);
  const compared = sides === null ? null : await compare(user, sides);
  if (compared === null) {
    throw new LibraryError(
      'busy',
      'The library is comparing the documents. Try again in a minute.',
    );
  }
  const { result } = await changeLibrary(library, { user }, async (tx, change) => {
    const now = await requireCase(tx, id);
    if (now.state !== 'in_review') {
      throw new LibraryError('case_refused', 'This case is not in review.');
    }
    return writeLines(tx, now, compared, change);
  });
  return result;
}
