/** How often a test tries something: a few times in CI, many times in `npm run drill`. */
export function times({ short, full }: { short: number; full: number }): number {
  return process.env['TEST_LENGTH'] === 'full' ? full : short;
}
