import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';

/** Browsers reuse connections. A request that arrives while the server stops gets an ordinary refusal, which asks it to retry. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.answersAhead.onlyWhile(() => !stopping);
  app.addHook('onRequest', (_request, reply, next) => {
    if (!stopping) return next();
    reply.header('connection', 'close');
    next(new Failure('UNAVAILABLE', {}, new Error('The server is stopping')));
  });
}
