import type { WholeCase } from '#contract/cases.ts';
import { LibraryError } from '#contract/errors.ts';
import { changeLibrary, type Library } from '../changes/change.ts';
import type { Db } from '../db/schema.ts';
import { actionsOf } from './actions.ts';
import { siteOf } from './calendars.ts';
import { type CaseRow, requireCase } from './case-rows.ts';
import { findSide } from '../redline/sides.ts';
import { lastComparison } from '../jobs/jobs.ts';
import { peopleOf } from './people.ts';
import { type Asking, caseOf, eventsOf, todaysOf } from './cases.ts';
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
