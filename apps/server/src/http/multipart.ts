import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import { limits } from '@alcove/contract';
import type { SentFile } from '@alcove/contract';
import { takeBody } from './body.ts';
import type { BodyLimits } from './body.ts';
import { Failure } from './failure.ts';

/** Nothing that a form of ours sends is longer. */
const most = {
  fields: 20,
  fieldBytes: 4096,
  /** At once to the parser: thousands of parts fit into what arrives together, and a few are refused as soon as all. */
  writtenBytes: 4096,
};
const mostBytes = limits.sentFileBytes + most.fields * 2 * most.fieldBytes;

type Field = string | SentFile;

/**
 * The fields of a form with at most one file. What is repeated arrives as a list, which no schema accepts: it is refused by
 * name. Throws TOO_LARGE, TOO_SLOW, and BAD_REQUEST for what is no such form.
 */
export async function readMultipart(raw: IncomingMessage, within: Omit<BodyLimits, 'mostBytes'>): Promise<Record<string, Field | Field[]>> {
  const fields = new Map<string, Field[]>();
  const put = (name: string, value: Field): void => void fields.set(name, [...(fields.get(name) ?? []), value]);
  let refused: Failure | null = null;
  const refuse = (failure: Failure): void => void (refused ??= failure);
  const files: Promise<void>[] = [];
  try {
    const form = new Busboy({
      headers: raw.headers as { 'content-type': string },
      limits: {
        files: 1,
        fields: most.fields,
        fieldSize: most.fieldBytes,
        fieldNameSize: 100,
        fileSize: limits.sentFileBytes,
        parts: most.fields + 1,
      },
    });
    form.on('field', (name, value, nameCut, valueCut) => {
      if (nameCut || valueCut) refuse(new Failure('TOO_LARGE'));
      else put(name, value);
    });
    form.on('file', (name, stream, fileName) => {
      stream.on('limit', () => refuse(new Failure('TOO_LARGE')));
      const gathered = gather(stream).then(
        // What was cut off is refused anyway.
        (bytes) => put(name, { name: fileName ?? '', bytes }),
        (error: unknown) => refuse(new Failure('BAD_REQUEST', { field: 'body' }, error)),
      );
      files.push(gathered);
    });
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(event, () => refuse(new Failure('BAD_REQUEST', { field: event === 'filesLimit' ? 'file' : 'body' })));
    const read = once(form, 'finish');
    read.catch(() => {}); // awaited below, once all of it was handed over
    await takeBody(raw, { ...within, mostBytes }, (chunk) => {
      for (let at = 0; at < chunk.length && !refused; at += most.writtenBytes) form.write(chunk.subarray(at, at + most.writtenBytes));
    });
    form.end();
    await read;
    await Promise.all(files);
  } catch (error) {
    throw refused ?? (error instanceof Failure ? error : new Failure('BAD_REQUEST', { field: 'body' }, error));
  }
  if (refused) throw refused as Failure;
  return Object.fromEntries([...fields].map(([name, values]) => [name, values.length === 1 ? values[0]! : values]));
}

async function gather(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
