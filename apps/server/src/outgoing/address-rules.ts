/** Which addresses the server may call for somebody who typed them in. Pure. */
import { addressOf, networkOf, wider } from '../networks.ts';
import type { Network } from '../networks.ts';

const networks = (...texts: string[]): Network[] => texts.map((text) => networkOf(text)!);

/** What is reserved of IPv4: this machine, private and shared networks, link-local, examples, tests, multicast and the future. */
const reserved4 = networks(
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24'],
  ...['192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
);
/** IPv6 is used from this network only: loopback, link-local, unique local and multicast addresses are outside. */
const global6 = networks('2000::/3');
/** What is reserved of it: special protocols and tunnels (Teredo, 6to4), which contain an IPv4 address, and examples. */
const reserved6 = networks('2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20');
/** An IPv4 address behind a translator, in its last 32 bits. */
const translated = networks('64:ff9b::/96');

export const isIn = (address: Network, network: Network): boolean =>
  address.family === network.family && address.prefix >= network.prefix && wider(address, network.prefix).bits === network.bits;
const isInOne = (address: Network, some: readonly Network[]): boolean => some.some((network) => isIn(address, network));

/** The address that is reached in the end. */
const reached = (address: Network): Network =>
  isInOne(address, translated) ? { family: 4, bits: address.bits & 0xffffffffn, prefix: 32 } : address;

export interface Surroundings {
  /** Networks that the operator opened, whatever they are. */
  opened: readonly Network[];
  /** The addresses of this machine. */
  own: readonly string[];
  /** Where this server listens: never called, not even in an opened network. */
  ownPort: number | null;
}

/** Whether the server may connect to the port of an address. A text that is no address is refused. */
export function mayCall(text: string, port: number, { opened, own, ownPort }: Surroundings): boolean {
  const given = addressOf(text);
  if (!given) return false;
  const address = reached(given);
  const isOwn = isInOne(address, networks('127.0.0.0/8', '::1', '0.0.0.0/8', '::', ...own));
  if (isOwn && port === ownPort) return false;
  if (isInOne(address, opened) || isInOne(given, opened)) return true;
  if (isOwn) return false;
  return address.family === 4 ? !isInOne(address, reserved4) : isInOne(address, global6) && !isInOne(address, reserved6);
}
