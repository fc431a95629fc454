import { Failure } from '../http/index.ts';
import { faultOfNetwork, shown } from '../network-faults.ts';
import { networkOf } from '../networks.ts';
import type { Network } from '../networks.ts';

/** The network that somebody typed into the field. Throws NETWORK_SEGMENT, NETWORK_SEGMENTS, NETWORK_PREFIX and NETWORK_WRONG. */
export function readNetwork(given: string, field: string): Network {
  const fault = faultOfNetwork(given);
  const named = { field, text: shown(given.trim()) };
  switch (fault?.kind) {
    case undefined:
      return networkOf(given)!;
    case 'segment':
      throw new Failure('NETWORK_SEGMENT', { ...named, segment: fault.segment, part: fault.part });
    case 'segments':
      throw new Failure('NETWORK_SEGMENTS', named);
    case 'prefix':
      throw new Failure('NETWORK_PREFIX', { ...named, part: fault.part, most: fault.most });
    case 'address':
      throw new Failure('NETWORK_WRONG', named);
  }
}
