import { lookup as systemLookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import type { Network } from '../networks.ts';
import { mayCall } from './address-rules.ts';
import { OutgoingError } from './outgoing-error.ts';

/** All addresses of a host name. */
export type Resolve = (host: string) => Promise<string[]>;

export const resolveBySystem: Resolve = async (host) => (await systemLookup(host, { all: true })).map(({ address }) => address);

const ownAddresses = (): string[] =>
  Object.values(networkInterfaces()).flatMap((some) => (some ?? []).map(({ address }) => address.split('%')[0]!));

export interface JudgeOptions {
  opened: readonly Network[];
  /** The port where this server listens, if it is known. */
  ownPort: () => number | null;
  resolve: Resolve;
}

/**
 * Resolves a host once and judges all of its addresses: one that may not be called refuses the host. What is returned is for `lookup` of a
 * connection, which then reaches these addresses, whatever the name resolves to by then. Throws OutgoingError.
 */
export async function judgedLookup(host: string, port: number, { opened, ownPort, resolve }: JudgeOptions): Promise<LookupFunction> {
  const name = host.replace(/^\[(.*)\]$/, '$1');
  const addresses = isIP(name) ? [name] : await resolve(name).catch(() => []);
  const surroundings = { opened, own: ownAddresses(), ownPort: ownPort() };
  if (addresses.length === 0) throw new OutgoingError('the name has no address');
  if (!addresses.every((address) => mayCall(address, port, surroundings))) throw new OutgoingError('the address may not be called');
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_name, options, done) => {
    if (options.all) done(null, pinned);
    else done(null, pinned[0]!.address, pinned[0]!.family);
  };
}
