import { BlockList, isIPv6 } from 'node:net';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromHere, networkOf } from './address.ts';
import { Failure } from './failure.ts';

export interface ConnectionLimits {
  /** The maximum number of open connections. */
  all: number;
  /** The maximum per network, among the open connections that are not known yet (`markAsKnown`). */
  ofOneStranger: number;
  /** As in `ALCOVE_TRUST_PROXY`. */
  proxies: readonly string[];
}

export interface Connections {
  open(): number;
  /** Counted since the start, by the limit that was exceeded. */
  readonly refused: Readonly<Record<'all' | 'ofOneStranger', number>>;
}

/**
 * This many more connections than the maximum are accepted from this machine and its proxies, so that operators still get answers and a
 * proxy gets a refusal to pass on.
 */
const reserve = 64;
/** The only paths that are answered on these extra connections. */
const forOperators = new Set(['/healthz', '/readyz', '/metrics']);

/** Per connection of a stranger: the function that stops counting it as one. */
const untilKnown = new WeakMap<Socket, () => void>();

/**
 * Marks the connection of a request as known: the client has signed in, or has a link that we signed. It no longer counts as a stranger's.
 */
export const markAsKnown = ({ raw }: Pick<FastifyRequest, 'raw'>): void => untilKnown.get(raw.socket)?.();

/**
 * Limits connections, because they take memory and descriptors. Connections beyond the limit are cut at once, before anything is read. All
 * clients behind a proxy share its address, so for a proxy only the total counts, and the proxy must limit its own clients.
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
    const network = networkOf(address);
    const here = strangers.get(network) ?? 0;
    if (here >= ofOneStranger) return refuse(socket, 'ofOneStranger');
    strangers.set(network, here + 1);
    const known = (): void => {
      if (!untilKnown.delete(socket)) return;
      const left = strangers.get(network)! - 1;
      if (left > 0) strangers.set(network, left);
      else strangers.delete(network);
    };
    untilKnown.set(socket, known);
    socket.once('close', known);
  });
  app.addHook('onRequest', (request, reply, next) => {
    if (!beyond.has(request.raw.socket)) return next();
    reply.header('connection', 'close');
    if (forOperators.has(request.url) && isFromHere(request)) return next();
    refused.all += 1;
    next(new Failure('UNAVAILABLE', {}, new Error('Too many connections are open')));
  });
  return { open: () => open, refused };
}

/** The named networks that `ALCOVE_TRUST_PROXY` accepts. */
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
