// FTS5 expressions over our tokens, which have no quotation marks in them.

/** A part of an FTS5 query; null finds nothing. */
export type Expression = string | null;

export function quoted(token: string): string {
  return `"${token}"`;
}

export function anyOf(expressions: readonly Expression[]): Expression {
  const possible = [...new Set(expressions.filter((one) => one !== null))];
  return possible.length === 0 ? null : `(${possible.join(' OR ')})`;
}

export function allOf(expressions: readonly Expression[]): Expression {
  const possible = expressions.filter((one) => one !== null);
  if (possible.length < expressions.length || possible.length === 0) return null;
  return `(${possible.join(' AND ')})`;
}

/** Only in these columns. */
export function within(columns: string, expression: Expression): Expression {
  return expression === null ? null : `{${columns}} : (${expression})`;
}
