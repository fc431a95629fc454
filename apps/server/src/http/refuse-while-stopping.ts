import type { FastifyInstance } from 'fastify';
import { Failure } from './failure.ts';

/** A browser keeps its connections: what still comes on one while the server stops is told, as any other refusal, to come back. */
export function refuseWhileStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onRequest', async (_request, reply) => {
    if (!stopping) return;
    reply.header('connection', 'close');
    throw new Failure('UNAVAILABLE', {}, new Error('The server stops'));
  });
}
