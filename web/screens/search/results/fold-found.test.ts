import { expect, test } from 'vitest';
import type { FoundDocument } from '#contract/search.ts';
import { foldFound } from './fold-found.ts';

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

function found(
  doc_num: string,
  doc_rev: string,
  standard: number | null,
  latest: FoundDocument | null = null,
): FoundDocument {
  const names = { customer: 'Aurora Motors', doc_num, doc_desc: '', language: 'EN', doc_rev };
  const status = standard === null ? 'unsure' : latest === null ? 'latest' : 'superseded';
  const pages = { is_scan: false, pages: [], pages_found: 0, lacks: [] };
  return { ...names, status, has_file: true, standard, latest, ...pages };
}
