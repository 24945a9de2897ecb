import { type CaseDecision, caseDecisions } from '#contract/case-words.ts';
import type { CaseLine } from '#contract/cases.ts';
import { type ChangeWeight, weightWords } from '#contract/redline-words.ts';

/** Which lines are listed. `left`: those without a decision. */
export const lineFilters = ['all', 'left', ...caseDecisions] as const;
export type LineFilter = (typeof lineFilters)[number];

export function filtered(lines: readonly CaseLine[], filter: LineFilter): readonly CaseLine[] {
  if (filter === 'all') return lines;
  return lines.filter(({ decision }) => decision === (filter === 'left' ? null : filter));
}

export function lineCounts(lines: readonly CaseLine[]): Record<LineFilter, number> {
  const counts = { all: lines.length, left: 0, no_impact: 0, action: 0, question: 0 };
  for (const { decision } of lines) counts[decision ?? 'left'] += 1;
  return counts;
}

/** A row of the working list: a heading, or a line. */
export type ListRow =
  | { type: 'part'; weight: ChangeWeight | null; title: string; count: number }
  | { type: 'line'; line: CaseLine };

/** The lines as they come, numbers and obligations first, with a heading above each kind. */
export function listRows(lines: readonly CaseLine[]): ListRow[] {
  const rows: ListRow[] = [];
  let part: (ListRow & { type: 'part' }) | null = null;
  for (const line of lines) {
    if (part === null || part.weight !== line.weight) {
      const title = line.weight === null ? 'Typed lines' : weightWords[line.weight];
      part = { type: 'part', weight: line.weight, title, count: 0 };
      rows.push(part);
    }
    part.count += 1;
    rows.push({ type: 'line', line });
  }
  return rows;
}

/** The lines after a decision about some of them, as they will be read. */
export function withDecision(
  lines: readonly CaseLine[],
  positions: readonly number[],
  made: { decision?: CaseDecision | null; remark?: string },
): CaseLine[] {
  const chosen = new Set(positions);
  return lines.map((line) => (chosen.has(line.position) ? { ...line, ...made } : line));
}

/** The line above or below; at the ends the same one. Without a current one, the first. */
export function lineAfter(
  lines: readonly CaseLine[],
  position: number | null,
  by: 1 | -1,
): CaseLine | undefined {
  const at = lines.findIndex((line) => line.position === position);
  if (at < 0) return lines[0];
  return lines[at + by] ?? lines[at];
}
