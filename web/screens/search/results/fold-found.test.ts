import { expect, test } from 'vitest';
import type { FoundDocument } from '#contract/search.ts';
import { foldFound, whichOthers } from './fold-found.ts';

test('older revisions are folded under the latest, and stay where it was not found', () => {
  const latest = found('A-1', '3', 1);
  const older = found('A-1', '2', 1, latest);
  const oldest = found('A-1', '1', 1, latest);
  const alone = found('B-2', 'A', 2, found('B-2', 'B', 2));
  const unsure = [found('C-3', 'x', null), found('C-3', 'y', null)];
  const folded = foldFound([older, alone, latest, ...unsure, oldest]);
  expect(folded).toEqual([
    { document: latest, others: [older, oldest] },
    { document: alone, others: [] },
    { document: unsure[0], others: [] },
    { document: unsure[1], others: [] },
  ]);
});

test('an amendment and a draft are folded under their edition, and not called older', () => {
  const edition = found('A-1', '2015', 1);
  const amendment = { ...found('A-1', '2015/Amd 1', 1), amends: '2015' };
  const older = found('A-1', '2010', 1, edition);
  const [folded] = foldFound([older, amendment, edition]);
  expect(folded).toEqual({ document: edition, others: [older, amendment] });
  expect(foldFound([older, amendment])[0]?.document).toBe(amendment);
  const draft = { ...found('A-1', 'DIS 2024', 1, edition), status: 'draft' as const };
  const which = [[older], [older, amendment], [draft]].map((others) => whichOthers(others));
  expect(which).toEqual(['older', 'other', 'other']);
});

function found(
  doc_num: string,
  doc_rev: string,
  standard: number | null,
  latest: FoundDocument | null = null,
): FoundDocument {
  const names = { customer: 'Aurora Motors', doc_num, doc_desc: '', language: 'EN', doc_rev };
  const status = standard === null ? 'unsure' : latest === null ? 'latest' : 'superseded';
  const pages = { is_scan: false, pages: [], pages_found: 0, lacks: [] };
  return { ...names, status, amends: null, beside: [], has_file: true, standard, latest, ...pages };
}
