import { isIPv6 } from 'node:net';

/**
 * Whom an address stands for where attempts are counted: an IPv4 address itself, of IPv6 the /64 that one customer or one
 * machine has all to itself, and of an IPv4 address written as IPv6 the IPv4 address.
 */
export function placeOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address;
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  return mapped ?? `${groupsOf(address).slice(0, 4).join(':')}::/64`;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.toLowerCase().split('::');
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const between = tail === undefined ? 0 : 8 - left.length - right.length - (address.includes('.') ? 1 : 0);
  return [...left, ...Array<string>(Math.max(0, between)).fill('0'), ...right].map((group) => group.replace(/^0+(?=.)/, ''));
}

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a request comes from this machine itself, and not through a proxy that runs on it. */
export const isFromHere = ({ ip, headers }: { ip: string; headers: Record<string, unknown> }): boolean =>
  loopback.test(ip) && !['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
