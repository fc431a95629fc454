/** The log of one request is made for its first entry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { createServer } from './server.ts';

test('every entry of a request carries its own trace id, and a request without entries writes none', async () => {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  const app = createServer({ logger, trustProxy: [] });
  app.get('/said', async ({ log }) => {
    log.debug({}, 'too detailed');
    log.info({ is: 'first' }, 'said');
    log.child({ of: 'part' }).warn({ is: 'second' }, 'said');
    return {};
  });
  app.get('/silent', async () => ({}));
  await Promise.all(
    ['trace-id-one', 'trace-id-two'].flatMap((traceid) => ['/said', '/silent'].map((url) => app.inject({ url, headers: { traceid } }))),
  );
  const told = lines.map(({ traceId, is, of }) => [traceId, is, of].join(' ')).toSorted();
  assert.deepEqual(told, ['trace-id-one first ', 'trace-id-one second part', 'trace-id-two first ', 'trace-id-two second part']);
  await app.close();
});
