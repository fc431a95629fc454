import type { FastifyInstance } from 'fastify';
import { sendFailure } from './errors.ts';
import { Failure } from './failure.ts';

/** The headers of an answer from the other origin that pages of the application may read. */
const exposed = 'accept-ranges, content-length, content-range, etag, last-modified';

/**
 * Serves file contents on an origin of their own, and nothing else there. Whatever a browser makes of a file, it does not run in the
 * application's origin and gets none of its cookies. Pages of any origin may read there, because each link carries its own authorization.
 */
export function serveContentHost(app: FastifyInstance, origin: string): void {
  const { host } = new URL(origin);
  app.addHook('onRequest', (request, reply, next) => {
    if (request.host !== host) return next();
    reply.raw.setHeader('access-control-allow-origin', '*');
    reply.raw.setHeader('access-control-expose-headers', exposed);
    reply.raw.setHeader('cross-origin-resource-policy', 'cross-origin');
    if (request.method === 'OPTIONS')
      return void reply
        .headers({
          'access-control-allow-methods': 'GET, HEAD',
          'access-control-allow-headers': 'range, if-range',
          'access-control-max-age': '600',
        })
        .code(204)
        .send();
    if (request.url.startsWith('/storage/') && ['GET', 'HEAD'].includes(request.method)) next();
    else sendFailure(new Failure('NO_SUCH_CALL'), request, reply);
  });
}
