import type { CaseMove } from '../contract/case-words.ts';
import type { CaseMoveBody } from '../contract/cases.ts';
import { writeAction } from '../server/cases/actions.ts';
import { requireCase } from '../server/cases/case-rows.ts';
import { decide, typeLine } from '../server/cases/lines.ts';
import { changeCase, moveCase } from '../server/cases/moves.ts';
import { followCatalogue, openByHand } from '../server/cases/open-cases.ts';
import { changeLibrary, type Library } from '../server/changes/change.ts';

/** Three change cases: one open, one in review, one closed. */
export async function addSampleCases(library: Library, reviewer: string): Promise<void> {
  await followCatalogue(library); // entries that exist already open no case
  const [open, inReview, closed] = await latestOfThree(library);
  if (open === undefined || inReview === undefined || closed === undefined) {
    throw new Error('The sample has too few standards with two revisions.');
  }
  await openCase(library, open, reviewer);
  const second = await openCase(library, inReview, reviewer);
  await move(library, second, 'start', reviewer);
  const third = await openCase(library, closed, reviewer);
  await move(library, third, 'start', reviewer);
  await changeLibrary(library, { user: reviewer }, async (tx, change) => {
    const row = await requireCase(tx, third);
    const lines = [
      'The thickness of the coating is measured at five places instead of three.',
      'The wording of the scope is clearer.',
    ] as const;
    const [first = 0, second = 0] = [
      await typeLine(tx, row, lines[0], change),
      await typeLine(tx, row, lines[1], change),
    ];
    const plan = { decision: 'action', remark: 'Change the control plan' } as const;
    await decide(tx, row, { lines: [{ id: first, version: 1 }], ...plan }, change);
    const none = { decision: 'no_impact' } as const;
    await decide(tx, row, { lines: [{ id: second, version: 1 }], ...none }, change);
    const done_on = row.due_from;
    const action = { kind: 'control_plan', reference: 'CP-104', owner: reviewer } as const;
    const dates = { due_on: row.due_on, done_on, evidence: 'Control plan CP-104, issue 7' };
    await writeAction(tx, row, { ...action, ...dates, lines: [first] }, change);
  });
  await move(library, third, 'sign', reviewer, { verdict: 'documents' });
  const { due_from } = await requireCase(library.db, third);
  await move(library, third, 'implement', reviewer, { implemented_on: due_from });
  await move(library, third, 'close', reviewer);
}

/** The latest revisions of three standards that have an older one, of three customers where there are. */
async function latestOfThree({ db }: Library): Promise<number[]> {
  const rows = await db
    .selectFrom('revisions as latest')
    .innerJoin('revisions as older', (join) =>
      join
        .onRef('older.standard_id', '=', 'latest.standard_id')
        .on('older.status', '=', 'superseded'),
    )
    .innerJoin('documents', 'documents.id', 'latest.document_id')
    .select(['latest.document_id', 'customer_id', 'sort_key'])
    .distinct()
    .where('latest.status', '=', 'latest')
    .orderBy('customer_id')
    .orderBy('sort_key')
    .execute();
  const byCustomer = new Map(rows.toReversed().map((row) => [row.customer_id, row.document_id]));
  const others = rows.map(({ document_id }) => document_id);
  return [...new Set([...byCustomer.values(), ...others])].slice(0, 3);
}

async function openCase(library: Library, document: number, owner: string): Promise<number> {
  const { result } = await changeLibrary(library, { user: owner }, async (tx, change) => {
    const id = await openByHand(tx, document, change);
    await changeCase(tx, await requireCase(tx, id), { version: 1, owner }, change);
    return id;
  });
  return result;
}

async function move(
  library: Library,
  id: number,
  to: CaseMove,
  user: string,
  body: Omit<CaseMoveBody, 'version'> = {},
): Promise<void> {
  await changeLibrary(library, { user }, async (tx, change) => {
    const row = await requireCase(tx, id);
    await moveCase(tx, row, to, { version: row.version, ...body }, change);
  });
}
