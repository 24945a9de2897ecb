/** Names that differ only in letter case or Unicode form are the same user. */
export function nameKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}
