import { isIPv6 } from 'node:net';

/** What counts as one client: an IPv4 address, or an IPv6 /64, which one customer owns as a whole. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined || !isIPv6(address)) return mapped ?? address;
  const [head = '', tail] = address.split('::');
  const groups = head.split(':').filter(Boolean);
  if (tail !== undefined) {
    const after = tail.split(':').filter(Boolean);
    while (groups.length + after.length < 8) groups.push('0');
    groups.push(...after);
  }
  return `${groups.slice(0, 4).join(':')}::/64`;
}
