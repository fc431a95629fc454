import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { isFromHere } from './address.ts';
import { CallCosts, oncePerTurn, processorMs } from './call-costs.ts';
import type { Used } from './call-costs.ts';
import type { Connections } from './connections.ts';
import { Failure } from './failure.ts';
import { inTime } from './in-time.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call: what the process had used when it began. */
    begunAt: Used | null;
  }
}

export interface Checks {
  database: () => Promise<unknown>;
  store: () => Promise<unknown>;
}

export interface Health {
  checks: Checks;
  /** Programs that are not installed. The server is ready without them, with fewer features. */
  missingPrograms: () => Promise<readonly string[]>;
  /** How programs that open people's files run: in a sandbox, not at all because there is none, or without one. */
  programs: () => Promise<'cells' | 'refused' | 'unconfined'>;
  /** Settings with which the operator gave up a protection. */
  acceptedRisks: readonly string[];
  isStopping: () => boolean;
  poolWaiting: () => number;
  /** How long all statements took since the start. */
  statementMs: () => number;
  /** The processor time of the processes that receive large bodies since the start. */
  storageProcessMs: () => number;
  /** Entries of the audit log that wait to be written, and how many could not be. */
  auditLog: () => { waiting: number; failed: number };
  /** How long the oldest entry of the log has waited to be sealed, and how many faults of the log were found. */
  auditSeals: () => { unsealedSeconds: number; faults: number };
  /** Stored contents that are not what was stored, and when all were last read again; null: never yet. */
  contents: () => { damaged: number; finishedSecondsAgo: number | null };
  connections: Connections;
  /** A bearer token that gives other machines the metrics and the list of missing programs. */
  metricsToken: string | null;
}

/** How long the state of database and store is cached: the checks cost both of them work, and anybody may ask. */
const rememberedMs = 5000;

/**
 * `/healthz`: the process answers. `/readyz`: database and store answer too, and the process is not stopping. `/metrics`: Prometheus text,
 * including the event loop delay (`nodejs_eventloop_lag_p99_seconds`, `…_max_seconds`).
 */
export function serveHealth(
  app: FastifyInstance,
  {
    checks,
    missingPrograms,
    programs,
    acceptedRisks,
    isStopping,
    poolWaiting,
    statementMs,
    storageProcessMs,
    auditLog,
    auditSeals,
    contents,
    connections,
    metricsToken,
  }: Health,
): void {
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
  countCosts(app, registry, statementMs);
  new Counter({
    name: 'alcove_storage_processor_seconds_total',
    help: 'Processor time of the process that large bodies go through, which is not in that of this process',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(storageProcessMs() / 1000);
    },
  });
  new Gauge({
    name: 'alcove_database_waiting',
    help: 'Requests that wait for a database connection',
    registers: [registry],
    collect() {
      this.set(poolWaiting());
    },
  });
  new Gauge({
    name: 'alcove_audit_waiting',
    help: 'Entries of the audit log that wait to be written',
    registers: [registry],
    collect() {
      this.set(auditLog().waiting);
    },
  });
  new Counter({
    name: 'alcove_audit_failed_total',
    help: 'Entries of the audit log that could not be written; reads were refused for it',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(auditLog().failed);
    },
  });
  new Gauge({
    name: 'alcove_log_sealed_seconds',
    help: 'How long the oldest entry of the audit log has waited to be sealed',
    registers: [registry],
    collect() {
      this.set(auditSeals().unsealedSeconds);
    },
  });
  new Counter({
    name: 'alcove_log_faults_total',
    help: 'Faults that were found when the audit log was compared with its seals',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(auditSeals().faults);
    },
  });
  new Gauge({
    name: 'alcove_contents_damaged',
    help: 'Stored contents that were damaged or missing when they were read again',
    registers: [registry],
    collect() {
      this.set(contents().damaged);
    },
  });
  new Gauge({
    name: 'alcove_contents_read_seconds',
    help: 'How long ago all stored contents had been read again; -1: not yet',
    registers: [registry],
    collect() {
      this.set(contents().finishedSecondsAgo ?? -1);
    },
  });
  new Gauge({
    name: 'alcove_connections',
    help: 'Open connections',
    registers: [registry],
    collect() {
      this.set(connections.open());
    },
  });
  new Counter({
    name: 'alcove_connections_refused_total',
    help: 'Connections and requests refused because too many connections were open, in all or of one address',
    labelNames: ['limit'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [limit, times] of Object.entries(connections.refused)) this.inc({ limit }, times);
    },
  });

  const count = (call: string, status: number, ms: number): void => {
    requests.inc({ call, status });
    seconds.observe({ call }, ms / 1000);
  };
  app.addHook('onResponse', (request, reply, next) => {
    count(callOf(request) ?? request.routeOptions.url ?? 'unknown', reply.statusCode, reply.elapsedTime);
    next();
  });
  app.answersAhead.whenAnswered(count);
  app.get('/healthz', async () => ({ status: 'ok' }));
  const ask = async ({ log }: FastifyRequest): Promise<Record<string, 'ok' | 'failed'>> => {
    const outcomes = Object.entries(checks).map(async ([name, check]: [string, () => Promise<unknown>]) => {
      try {
        await inTime(check(), 3000);
        return [name, 'ok'] as const;
      } catch (error) {
        log.warn({ err: error, check: name }, 'not ready');
        return [name, 'failed'] as const;
      }
    });
    return Object.fromEntries(await Promise.all(outcomes));
  };
  let asked: { at: number; outcomes: ReturnType<typeof ask> } | null = null;
  app.get('/readyz', async (request, reply) => {
    if (!asked || performance.now() - asked.at > rememberedMs) asked = { at: performance.now(), outcomes: ask(request) };
    const outcomes = await asked.outcomes;
    const ready = !isStopping() && Object.values(outcomes).every((state) => state === 'ok');
    return reply.code(ready ? 200 : 503).send({
      status: ready ? 'ready' : 'not ready',
      ...outcomes,
      ...(isOperator(request, metricsToken) && { missingPrograms: await missingPrograms(), programs: await programs(), acceptedRisks }),
    });
  });
  app.get('/metrics', async (request, reply) => {
    if (!isOperator(request, metricsToken)) throw new Failure('NOT_ALLOWED');
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Of calls alone: files and live streams are under way for hours. */
function countCosts(app: FastifyInstance, registry: Registry, statementMs: () => number): void {
  const labelled = { labelNames: ['call'] as const, registers: [registry] };
  const processor = new Counter({
    name: 'alcove_call_processor_seconds_total',
    help: 'Processor time of this process for calls; what it uses for several at once is divided among them',
    ...labelled,
  });
  const statements = new Counter({
    name: 'alcove_call_statement_seconds_total',
    help: 'Time in which statements of calls were with PostgreSQL, divided in the same way',
    ...labelled,
  });
  const costs = new CallCosts(oncePerTurn(() => ({ processorMs: processorMs(), statementMs: statementMs() })));
  app.decorateRequest('begunAt', null);
  app.addHook('onRequest', (request, _reply, next) => {
    if (callOf(request) !== undefined) request.begunAt = costs.begin();
    next();
  });
  app.addHook('onResponse', (request, _reply, next) => {
    if (request.begunAt) {
      const cost = costs.end(request.begunAt);
      const call = callOf(request)!;
      processor.inc({ call }, cost.processorMs / 1000);
      statements.inc({ call }, cost.statementMs / 1000);
    }
    next();
  });
}

const callOf = (request: FastifyRequest): string | undefined =>
  (request.routeOptions.config as { callName?: string } | undefined)?.callName;

function isOperator(request: FastifyRequest, token: string | null): boolean {
  if (isFromHere(request)) return true;
  const given = /^Bearer (.{1,500})$/.exec(request.headers.authorization ?? '')?.[1];
  if (token === null || given === undefined) return false;
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(token));
}
