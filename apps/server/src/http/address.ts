import { isIPv6 } from 'node:net';

/** Of an address in any form. What a proxy passes on as an address need not be one, and the key is kept in memory. */
const mostLength = 45;

/**
 * The key under which attempts from an address are counted: an IPv4 address itself, the /64 network of an IPv6 address, because one
 * customer or machine has all of it, and for IPv4 written as IPv6 the IPv4 address.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return address.slice(0, mostLength);
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

/** Whether a request comes directly from this machine, not through a proxy that runs on it. */
export const isFromHere = ({ ip, headers }: { ip: string; headers: Record<string, unknown> }): boolean =>
  loopback.test(ip) && !['x-forwarded-for', 'x-real-ip', 'forwarded', 'via'].some((name) => headers[name] !== undefined);
