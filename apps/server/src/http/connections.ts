import { BlockList, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromHere, placeOf } from './address.ts';
import { Failure } from './failure.ts';

export interface ConnectionLimits {
  /** Open at one time, whoever they are of. */
  all: number;
  /** Of one place, on which nobody signed in has asked for anything yet. */
  ofOneStranger: number;
  /** As `ALCOVE_TRUST_PROXY` has them. */
  proxies: readonly string[];
}

export interface Connections {
  open(): number;
  /** Since the start, by the limit that was met. */
  readonly refused: Readonly<Record<'all' | 'ofOneStranger', number>>;
}

/** Beyond the limit for all, this machine and its proxies may open so many more: operators are answered, and a proxy gets an answer to pass on. */
const reserve = 64;
/** What is answered on those. */
const forOperators = new Set(['/healthz', '/readyz', '/metrics']);

/** What makes a connection one of somebody who is known. */
const untilKnown = new WeakMap<Socket, () => void>();

/** Who asked on this connection has signed in, or holds a link that we signed: it no longer counts as a stranger's. */
export const isOfSomebodyKnown = ({ raw }: Pick<FastifyRequest, 'raw'>): void => untilKnown.get(raw.socket)?.();

/**
 * Memory and descriptors that connections take have an end. Beyond it they are cut at once, before anything is read. All who come
 * through a proxy have its address, so there only the limit for all holds: the proxy has to count them.
 */
export function limitConnections(app: FastifyInstance, { all, ofOneStranger, proxies }: ConnectionLimits): Connections {
  const { server } = app;
  const near = listOf(['127.0.0.1', '::1', ...proxies]);
  const isNear = (address: string): boolean => near.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
  const strangers = new Map<string, number>();
  const beyond = new WeakSet<Socket>();
  const refused = { all: 0, ofOneStranger: 0 };
  let open = 0;
  const refuse = (socket: Socket, limit: keyof typeof refused): void => {
    refused[limit] += 1;
    socket.resetAndDestroy();
  };

  server.maxConnections = all + reserve;
  server.on('drop', () => (refused.all += 1));
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
    const address = socket.remoteAddress ?? '';
    if (isNear(address)) {
      if (open > all) beyond.add(socket);
      return;
    }
    if (open > all) return refuse(socket, 'all');
    const place = placeOf(address);
    const here = strangers.get(place) ?? 0;
    if (here >= ofOneStranger) return refuse(socket, 'ofOneStranger');
    strangers.set(place, here + 1);
    const known = (): void => {
      if (!untilKnown.delete(socket)) return;
      const left = strangers.get(place)! - 1;
      if (left > 0) strangers.set(place, left);
      else strangers.delete(place);
    };
    untilKnown.set(socket, known);
    socket.once('close', known);
  });
  app.addHook('onRequest', async (request, reply) => {
    if (!beyond.has(request.raw.socket)) return;
    reply.header('connection', 'close');
    if (forOperators.has(request.url) && isFromHere(request)) return;
    refused.all += 1;
    throw new Failure('UNAVAILABLE', {}, new Error('Too many connections are open'));
  });
  return { open: () => open, refused };
}

/** The names that `ALCOVE_TRUST_PROXY` knows. */
const named: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.flatMap((name) => named[name] ?? [name])) {
    const [address = '', bits] = network.split('/');
    const kind = isIPv6(address) ? 'ipv6' : 'ipv4';
    list.addSubnet(address, Number(bits ?? (kind === 'ipv6' ? 128 : 32)), kind);
  }
  return list;
}
