import { cidrOf } from '../networks.ts';
import type { Network } from '../networks.ts';

/** As people write it: an address without the length of a prefix, the longest run of zeros of an IPv6 address left out. */
export function shortest(network: Network): string {
  const [address = '', prefix] = cidrOf(network).split('/');
  const short = network.family === 4 ? address : new URL(`http://[${address}]/`).hostname.slice(1, -1);
  return network.prefix === (network.family === 4 ? 32 : 128) ? short : `${short}/${prefix}`;
}
