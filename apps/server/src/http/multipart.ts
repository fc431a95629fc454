import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Busboy } from '@fastify/busboy';
import type { SentFile } from '@alcove/contract';
import { takeBody } from './body.ts';
import type { BodyLimits } from './body.ts';
import { Failure } from './failure.ts';

/** None of our forms is larger than this. */
const most = {
  fields: 20,
  fieldBytes: 4096,
  /** How much is passed to the parser at once. One chunk may contain thousands of parts; with small pieces the parser stops after a few. */
  writtenBytes: 4096,
};
const mostBytesBeside = most.fields * 2 * most.fieldBytes;

type Field = string | SentFile;

/**
 * Reads the fields of a form with at most one file. A repeated field becomes a list, which no schema accepts, so it is refused by name.
 * Throws TOO_LARGE, TOO_SLOW, and BAD_REQUEST for anything that is not such a form.
 */
export async function readMultipart(
  raw: IncomingMessage,
  { mostFileBytes, ...within }: Omit<BodyLimits, 'mostBytes'> & { mostFileBytes: number },
): Promise<Record<string, Field | Field[]>> {
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
        fileSize: mostFileBytes,
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
        // A truncated file is refused anyway.
        (bytes) => put(name, { name: fileName ?? '', bytes }),
        (error: unknown) => refuse(new Failure('BAD_REQUEST', { field: 'body' }, error)),
      );
      files.push(gathered);
    });
    for (const event of ['filesLimit', 'fieldsLimit', 'partsLimit'] as const)
      form.on(event, () => refuse(new Failure('BAD_REQUEST', { field: event === 'filesLimit' ? 'file' : 'body' })));
    const read = once(form, 'finish');
    read.catch(() => {}); // awaited below, after the whole body was passed on
    await takeBody(raw, { ...within, mostBytes: mostFileBytes + mostBytesBeside }, (chunk) => {
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
