import type { FastifyInstance } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Checks {
  database: () => Promise<unknown>;
  store: () => Promise<unknown>;
}

export interface Health {
  checks: Checks;
  /** Programs that are not installed; without them it is ready too, and can do less. */
  missingPrograms: () => Promise<readonly string[]>;
  /** Settings by which the operator accepted to run with less protection than there could be. */
  acceptedRisks: readonly string[];
  isStopping: () => boolean;
  poolWaiting: () => number;
}

/** `/healthz`: the process answers. `/readyz`: database and store answer too, and it is not stopping. `/metrics`: Prometheus text. */
export function serveHealth(app: FastifyInstance, { checks, missingPrograms, acceptedRisks, isStopping, poolWaiting }: Health): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'alcove_requests_total',
    help: 'Answered requests',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'alcove_request_seconds',
    help: 'Time to answer',
    labelNames: ['call'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 60],
    registers: [registry],
  });
  new Gauge({
    name: 'alcove_database_waiting',
    help: 'Requests that wait for a database connection',
    registers: [registry],
    collect() {
      this.set(poolWaiting());
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const call = (request.routeOptions.config as { callName?: string } | undefined)?.callName ?? request.routeOptions.url ?? 'unknown';
    requests.inc({ call, status: reply.statusCode });
    seconds.observe({ call }, reply.elapsedTime / 1000);
  });
  app.get('/healthz', async () => ({ status: 'ok' }));
  app.get('/readyz', async (request, reply) => {
    const outcomes = await Promise.all(
      Object.entries(checks).map(async ([name, check]: [string, () => Promise<unknown>]) => {
        try {
          await within(check(), 3000);
          return [name, 'ok'] as const;
        } catch (error) {
          request.log.warn({ err: error, check: name }, 'not ready');
          return [name, 'failed'] as const;
        }
      }),
    );
    const ready = !isStopping() && outcomes.every(([, state]) => state === 'ok');
    const status = ready ? 'ready' : 'not ready';
    return reply
      .code(ready ? 200 : 503)
      .send({ status, ...Object.fromEntries(outcomes), missingPrograms: await missingPrograms(), acceptedRisks });
  });
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()));
}

async function within<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, fail) => (timer = setTimeout(() => fail(new Error(`no answer in ${milliseconds} ms`)), milliseconds)),
  );
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
