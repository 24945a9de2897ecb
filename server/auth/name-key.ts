/** Letter case and Unicode form do not make another user. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
