/** 1 fits the width. */
const steps = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const;

/** The next larger or smaller zoom; the same at the ends. */
export function zoomAfter(zoom: number, by: 1 | -1): number {
  const next = by > 0 ? steps.find((step) => step > zoom) : steps.findLast((step) => step < zoom);
  return next ?? zoom;
}
