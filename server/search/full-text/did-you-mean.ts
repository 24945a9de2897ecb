import type { Plan } from './plan.ts';

const mostSuggestions = 3;

/** The query with what was perhaps meant in the place of what is found nowhere. */
export function didYouMean(q: string, plan: Plan, total: number): string[] {
  const [first, ...others] = plan.mistyped;
  if (first === undefined) return [];
  // The others are only corrected by their best: each with each would be too many.
  const rest = others.reduce(
    (text, { part, corrections: [best = part.written] }) => text.replace(part.written, () => best),
    q,
  );
  const most = total === 0 ? mostSuggestions : 1;
  return first.corrections
    .slice(0, most)
    .map((correction) => rest.replace(first.part.written, () => correction));
}
