import { type CaseDecision, caseDecisions } from '#contract/case-words.ts';
import type { CaseLine, LineConflict } from '#contract/cases.ts';
import { weightWords } from '#contract/redline-words.ts';

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
  | { type: 'part'; title: string; count: number }
  | { type: 'line'; line: CaseLine };

/** The lines as they come, numbers and obligations first, with a heading above each kind; those of no list any more last. */
export function listRows(lines: readonly CaseLine[]): ListRow[] {
  const rows: ListRow[] = [];
  let part: (ListRow & { type: 'part' }) | null = null;
  for (const line of lines) {
    const title = titleOf(line);
    if (part === null || part.title !== title) {
      part = { type: 'part', title, count: 0 };
      rows.push(part);
    }
    part.count += 1;
    rows.push({ type: 'line', line });
  }
  return rows;
}

function titleOf({ weight, is_former }: CaseLine): string {
  if (is_former) return 'Decided before, text changed since';
  return weight === null ? 'Typed lines' : weightWords[weight];
}

/** A decision (null: none any more), a remark, or both. */
export type Made = { decision?: CaseDecision | null; remark?: string };

/** What was decided last, and the lines as they were before. */
export type LastDecision = { before: readonly CaseLine[]; made: Made };

/** The lines as they will be once what is not saved yet is. What was refused will not be. */
export function withUnsaved(
  lines: readonly CaseLine[],
  unsaved: readonly { line: number; made: Made; refused: unknown }[],
): CaseLine[] {
  const made = new Map(unsaved.map((one) => [one.line, one.refused === null ? one.made : {}]));
  return lines.map((line) => (made.has(line.id) ? { ...line, ...made.get(line.id) } : line));
}

type Answer = { saved: readonly { id: number; version: number }[]; conflicts: LineConflict[] };

/** The lines after the server's answer: as decided, with their versions, and as others decided them meanwhile. */
export function withAnswer(
  lines: readonly CaseLine[],
  { decision, remark }: Made,
  { saved, conflicts }: Answer,
): CaseLine[] {
  const versions = new Map(saved.map(({ id, version }) => [id, version]));
  const others = new Map(conflicts.map(({ line }) => [line.id, line]));
  const made = {
    ...(decision === undefined ? {} : { decision }),
    ...(remark === undefined ? {} : { remark: remark.trim() }),
  };
  return lines.map((line) => {
    const version = versions.get(line.id);
    if (version === undefined) return others.get(line.id) ?? line;
    return version < line.version ? line : { ...line, ...made, version };
  });
}

/** What undoes a decision about many: each line is as it was before, unless others changed it since. */
export function undoOf(
  before: readonly CaseLine[],
  made: Made,
  now: readonly CaseLine[],
): (Made & { ids: number[] })[] {
  const nowAt = new Map(now.map((line) => [line.id, line]));
  const groups = new Map<string, Made & { ids: number[] }>();
  for (const line of before) {
    const { id } = line;
    const still = nowAt.get(id);
    if (still === undefined || !isSame(partOf(still, made), made)) continue;
    const part = partOf(line, made);
    const group = groups.get(JSON.stringify(part)) ?? { ...part, ids: [] };
    group.ids.push(id);
    groups.set(JSON.stringify(part), group);
  }
  return [...groups.values()];
}

/** What a line has of what was made of it. */
export function partOf({ decision, remark }: CaseLine, made: Made): Made {
  return {
    ...(made.decision === undefined ? {} : { decision }),
    ...(made.remark === undefined ? {} : { remark }),
  };
}

export function isSame(a: Made, b: Made): boolean {
  return a.decision === b.decision && a.remark === b.remark;
}
