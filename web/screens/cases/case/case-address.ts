import { pageOfCase } from '#contract/pages.ts';
import type { RedlineView } from '../../redline/address.ts';

/** A case, with what of it is shown, at a line. */
export function caseAddress(id: number, view: RedlineView, line: number | null): string {
  const params = new URLSearchParams();
  if (view !== 'list') params.set('view', view);
  if (line !== null) params.set('line', String(line));
  return params.size === 0 ? pageOfCase(id) : `${pageOfCase(id)}?${params}`;
}
