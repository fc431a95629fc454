import { addressOf, wider } from '../networks.ts';
import { shortest } from './written.ts';

/** The network that an office usually is: the /24 of an IPv4 address, the /64 of an IPv6 address. Null if the text is no address. */
export function networkAround(text: string): string | null {
  const address = addressOf(text.replace(/%.*$/, ''));
  return address && shortest(wider(address, address.family === 4 ? 24 : 64));
}
