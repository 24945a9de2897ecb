// Not crypto.randomUUID: a library on plain http has none.
export function randomKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
