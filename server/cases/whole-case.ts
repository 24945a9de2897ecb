import type { WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { actionsOf } from './actions.ts';
import { siteOf } from './calendars.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { type Asking, caseOf, eventsOf, todaysOf } from './cases.ts';
import {
  type Compare,
  isOutdated,
  linesOf,
  type ComparedNames,
  sidesOf,
  writeLines,
} from './lines.ts';

type Deps = { library: Library; compare: Compare };
export type CaseReader = Asking & {
  /** Sees a review before it is signed. */
  mayLookIn: boolean;
  mayReview: boolean;
};
type LinesState = WholeCase['lines_state'];

/** A case with all that belongs to it, as far as its reader may see it. */
export async function wholeCase(
  { library, compare }: Deps,
  id: number,
  reader: CaseReader,
): Promise<WholeCase> {
  const { db } = library;
  const first = await requireCase(db, id);
  const sides = await sidesOf(db, first);
  const isOpen = reader.mayLookIn || first.reviewed_on !== null;
  const lines_state = isOpen
    ? await makeLines({ library, compare }, first, sides, reader.user)
    : 'hidden';
  const row = await requireCase(db, id);
  const site = await siteOf(db, row.calendar_id);
  const people = await peopleOf(db, id);
  return {
    ...caseOf(row, await todaysOf(db, reader.now)),
    doc_desc: row.doc_desc,
    version: row.version,
    due_from: row.due_from,
    due_days: row.due_days,
    calendar: site.name,
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
}

/** Makes the list of changes of a case in review as soon as its comparison is there. */
async function makeLines(
  { library, compare }: Deps,
  row: CaseRow,
  sides: ComparedNames | null,
  user: string,
): Promise<LinesState> {
  const { db } = library;
  if (row.to_hash !== null) {
    const isPending = row.state === 'in_review';
    return isPending && (await isOutdated(db, row)) ? 'outdated' : 'there';
  }
  if (sides === null || row.reason !== 'revision') return 'none';
  if (row.state !== 'in_review') return row.reviewed_on === null ? 'waiting' : 'none';
  const compared = await compare(user, sides).catch((error: unknown) => {
    // No file, a scan, a damaged PDF: lines are typed.
    if (error instanceof LibraryError) return error;
    throw error;
  });
  if (compared instanceof LibraryError) return 'none';
  if (compared === null) return 'waiting';
  await changeLibrary(library, { user }, async (tx, change) => {
    const now = await requireCase(tx, row.id);
    if (now.to_hash === null && now.state === 'in_review') {
      await writeLines(tx, now, compared, change);
    }
  });
  return 'there';
}

/** Makes the list again, from the PDFs as they are now. */
export async function renewLines(
  { library, compare }: Deps,
  id: number,
  user: string,
): Promise<number> {
  const row = await requireCase(library.db, id);
  const sides = await sidesOf(library.db, row);
  const compared = sides === null ? null : await compare(user, sides);
  if (compared === null) {
    throw new LibraryError('busy', 'The documents are being compared. Try again in a minute.');
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

async function peopleOf(
  db: Db,
  case_id: number,
): Promise<Pick<WholeCase, 'reviewers' | 'watchers'>> {
  const rows = await db
    .selectFrom('case_people')
    .select(['part', 'user_name'])
    .where('case_id', '=', case_id)
    .orderBy('user_name')
    .execute();
  const named = (part: 'reviewer' | 'watcher') =>
    rows.filter((row) => row.part === part).map(({ user_name }) => user_name);
  return { reviewers: named('reviewer'), watchers: named('watcher') };
}
