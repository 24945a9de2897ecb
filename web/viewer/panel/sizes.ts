const mmPerPoint = 25.4 / 72;
// ISO 216, and the two American sizes that customers use: upright, in millimetres.
const namedSizes: [name: string, width: number, height: number][] = [
  ['A0', 841, 1189],
  ['A1', 594, 841],
  ['A2', 420, 594],
  ['A3', 297, 420],
  ['A4', 210, 297],
  ['A5', 148, 210],
  ['Letter', 216, 279],
  ['Legal', 216, 356],
];
const toleranceMm = 2;

/** `210 × 297 mm (A4)`, from points. */
export function describePageSize({ width, height }: { width: number; height: number }): string {
  const [w, h] = [Math.round(width * mmPerPoint), Math.round(height * mmPerPoint)];
  const [short, long] = [Math.min(w, h), Math.max(w, h)];
  const name = namedSizes.find(
    (size) => Math.abs(size[1] - short) <= toleranceMm && Math.abs(size[2] - long) <= toleranceMm,
  )?.[0];
  return `${w} × ${h} mm${name === undefined ? '' : ` (${name}${w > h ? ', landscape' : ''})`}`;
}

/** `1.4 MB`. A kilobyte is a thousand bytes, as in file managers. */
export function describeBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const unit = bytes < 1e6 ? 'kB' : bytes < 1e9 ? 'MB' : 'GB';
  const amount = bytes / { kB: 1e3, MB: 1e6, GB: 1e9 }[unit];
  return `${amount.toFixed(amount < 10 ? 1 : 0)} ${unit}`;
}
