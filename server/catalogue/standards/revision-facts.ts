import type { Static } from 'typebox';
import { LibraryError } from '#contract/errors.ts';
import type { RevisionFacts } from '#contract/revision-words.ts';
import type { sayRevision } from '#contract/revisions.ts';
import type { Change } from '../../changes/change.ts';
import type { Tx } from '../../db/schema.ts';
import { placeSeries } from '../../revisions/in-force.ts';
import { readKind } from '../../revisions/kinds.ts';
import { changeDocument, documentLine, factsOf, requireDocument } from '../documents.ts';
import { dayFaults } from './day-faults.ts';
import { standardKeyOf } from './keys.ts';
import { findStandard, revisionRows } from './revisions.ts';
import { chosenOrder } from './statuses.ts';

/** Writes what a librarian says of one revision: kind, base, days and why. */
export async function sayOfRevision(
  tx: Tx,
  { document_id, ...sent }: Static<typeof sayRevision.body>,
  change: Change,
): Promise<void> {
  const document = await requireDocument(tx, document_id);
  const said = tidyFacts(document.doc_rev, sent);
  const [fault] = dayFaults(said, change.at);
  if (fault !== undefined) throw new LibraryError('bad_request', fault);
  const standard = await findStandard(tx, standardKeyOf(document));
  const rows = standard === null ? [document] : await revisionRows(tx, standard.id);
  const after = rows.map((row) => (row.id === document_id ? { ...row, ...said } : row));
  const { placed } = placeSeries(after, standard && chosenOrder(standard));
  const own = placed.find(({ revision }) => revision.id === document_id);
  const base = placed.find(({ revision }) => revision.doc_rev === said.stated_amends);
  if (said.stated_amends !== null) {
    const refuse = (why: string) => {
      throw new LibraryError(
        'bad_request',
        `${document.doc_rev} cannot amend ${said.stated_amends}: ${why}`,
      );
    };
    if (base === undefined) refuse('the standard has no such revision.');
    if (base?.kind === 'draft') refuse('that is a draft.');
    if (own?.amends !== base?.revision) refuse('they would amend each other.');
  }
  if (JSON.stringify(factsOf(document)) === JSON.stringify(said)) return;
  await changeDocument(tx, document_id, said, change);
  const line = documentLine('changed', document_id, document, { ...document, ...said });
  await change.record([line]);
}

/** Only a kind with a base has one, and a base that the label names is not said again. */
export function tidyFacts(doc_rev: string, sent: RevisionFacts): RevisionFacts {
  const label = readKind(doc_rev);
  const base = sent.stated_amends?.normalize('NFC').trim() || null;
  const isHung = ['beside', 'reaffirmed'].includes(sent.stated_kind ?? label.kind);
  const isSaid = 'base' in label && label.base === base;
  return factsOf({
    ...sent,
    stated_amends: isHung && !isSaid ? base : null,
    reason: sent.reason?.replace(/\s+/g, ' ').trim() || null,
  });
}
