import type { FastifyInstance } from 'fastify';

/**
 * A proxy keeps connections for its next requests, and one that it uses while we close it costs somebody's request. So every answer of
 * a process that stops ends its connection. Before any other hook: what answers past the framework is told too.
 */
export function endConnectionsWhile(app: FastifyInstance, isStopping: () => boolean): void {
  app.addHook('onRequest', async (_request, reply) => {
    if (isStopping()) reply.raw.setHeader('connection', 'close');
  });
}
