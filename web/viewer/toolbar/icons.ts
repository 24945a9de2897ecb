import { createLucideIcon } from 'lucide-react';

// Lucide has none for these two: people took its nearest for 'move' and for 'one page'.

/** Arrows out to two walls. */
export const FitWidth = createLucideIcon('fit-width', [
  ['path', { d: 'M3 4v16M21 4v16M7 12h10M10 9l-3 3 3 3M14 9l3 3-3 3', key: 'arrows' }],
]);

/** A whole sheet between floor and ceiling. */
export const FitPage = createLucideIcon('fit-page', [
  ['path', { d: 'M3 2h18M3 22h18', key: 'edges' }],
  ['rect', { x: 7, y: 6, width: 10, height: 12, rx: 1, key: 'sheet' }],
  ['path', { d: 'M10 10h4M10 14h4', key: 'lines' }],
]);
