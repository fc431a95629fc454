/** How the server logs: one line of JSON per event, without personal data. */
import { pino } from 'pino';
import type { LoggerOptions } from 'pino';

/** PostgreSQL puts the values of a row into these fields of an error: file names, addresses, hashes. */
const withValues = ['detail', 'where', 'hint', 'parameters', 'internalQuery', 'query'];

function withoutValues(error: Error): object {
  const fields: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const field of withValues) delete fields[field];
  return fields;
}

/** Headers that open something. */
const secretHeaders = ['cookie', 'set-cookie', 'authorization', 'x-share-token', 'x-link-password'];

/** A query may hold a password, the name of a file or a signature. */
const methodAndPath = ({ method, url }: { method?: string; url?: string }): object => ({ method, url: url?.split('?')[0] });

export const logOptions = (level: string): LoggerOptions => ({
  level,
  base: null,
  redact: secretHeaders.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`]),
  serializers: { err: withoutValues, req: methodAndPath },
});

const warning = 40;

/** For a terminal: prints warnings and errors as one line each, with the time in front. Other entries are for log collectors only. */
export const sentences = (to: { write(text: string): unknown }): { write(line: string): void } => ({
  write(line) {
    const { level, time, msg, err } = JSON.parse(line) as { level: number; time: number; msg?: string; err?: { message?: string } };
    if (level < warning) return;
    const said = [msg, err?.message].filter((part, index, all) => part && all.indexOf(part) === index).join(': ');
    to.write(`${new Date(time).toLocaleTimeString('en-GB')} ${said}\n`);
  },
});
