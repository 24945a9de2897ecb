/** The most values that one statement names; SQLite takes 32,766. */
const valuesAtOnce = 500;

/** The values in slices that one statement can name. */
export function portionsOf<T>(values: readonly T[], size = valuesAtOnce): T[][] {
  const count = Math.ceil(values.length / size);
  return Array.from({ length: count }, (_, at) => values.slice(at * size, (at + 1) * size));
}

/** All rows that a query finds for these values, queried in portions. */
export async function selectInPortions<V, R>(
  values: Iterable<V>,
  query: (portion: V[]) => { execute: () => Promise<R[]> },
): Promise<R[]> {
  const rows: R[] = [];
  for (const portion of portionsOf([...new Set(values)])) {
    rows.push(...(await query(portion).execute()));
  }
  return rows;
}
