import type { FastifyInstance } from 'fastify';

/**
 * A proxy keeps connections for later requests, and a request on one that we just closed would be lost. So while the process stops, every
 * answer asks to close its connection. This hook must come before all others, to include answers that bypass the framework.
 */
export function endConnectionsWhile(app: FastifyInstance, isStopping: () => boolean): void {
  app.answersAhead.onlyWhile(() => !isStopping());
  app.addHook('onRequest', (_request, reply, next) => {
    if (isStopping()) reply.raw.setHeader('connection', 'close');
    next();
  });
}
