/** How the server logs: one line of JSON an event, without what belongs to people. */
import { pino } from 'pino';
import type { LoggerOptions } from 'pino';

/** PostgreSQL puts the values of a row into these fields of an error: names of files, addresses, hashes. */
const withValues = ['detail', 'where', 'hint', 'parameters', 'internalQuery', 'query'];

function withoutValues(error: Error): object {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const field of withValues) delete told[field];
  return told;
}

export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  redact: ['req.headers.cookie', 'req.headers.authorization'],
  serializers: { err: withoutValues },
});
