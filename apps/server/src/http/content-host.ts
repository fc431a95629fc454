import type { FastifyInstance } from 'fastify';
import { sendFailure } from './errors.ts';
import { Failure } from './failure.ts';

/** What a page of the application reads of an answer that comes from another address. */
const exposed = 'accept-ranges, content-length, content-range, etag, last-modified';

/**
 * People's bytes have an address of their own, `origin`, on which this server gives nothing else: whatever a browser makes of a file, it is
 * not the application's, and no cookie of the application goes there. Any page may read there, for a link says by itself what it is for.
 */
export function serveContentApart(app: FastifyInstance, origin: string): void {
  const { host } = new URL(origin);
  app.addHook('onRequest', async (request, reply) => {
    if (request.host !== host) return;
    reply.raw.setHeader('access-control-allow-origin', '*');
    reply.raw.setHeader('access-control-expose-headers', exposed);
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (request.method === 'OPTIONS')
      return reply
        .headers({
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'range, if-range',
          'access-control-max-age': '600',
        })
        .code(204)
        .send();
    if (!request.url.startsWith('/storage/') || !['GET', 'HEAD'].includes(request.method))
      return sendFailure(new Failure('NO_SUCH_CALL'), request, reply);
  });
}
