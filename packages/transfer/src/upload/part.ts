import type { ConfuseParams } from '@alcove/contract';
import { partChecksum } from '../hash.ts';
import type { PartChecksum } from '../hash.ts';
import { confuse } from './obfuscation.ts';
import type { Body, FileSource, PartPort } from '../ports.ts';

/** What becomes of a range of a file before it is sent. */
export interface PartWork {
  start: number;
  length: number;
  /** Null: sent as it is. */
  confuse: ConfuseParams | null;
  checksum: PartChecksum;
}
export interface PreparedPart {
  body: Body;
  /** The checksum that the store enforces, of just these bytes. */
  headers: Record<string, string>;
}

export class PartFailed extends Error {
  override readonly name = 'PartFailed';
  readonly reason: 'unreadable' | 'short' | 'confuse';
  constructor(reason: PartFailed['reason'], options?: { cause?: unknown }) {
    super(`part: ${reason}`, options);
    this.reason = reason;
  }
}

/** Reads a part, obfuscates it where the plan says so (specification 1 section 4, step 6), and sums it up. Throws PartFailed. */
export async function preparePart(
  source: FileSource,
  { start, length, confuse: params, checksum }: PartWork,
): Promise<PreparedPart & { body: Uint8Array }> {
  const body = await source.read(start, length).catch((cause: unknown) => {
    throw new PartFailed('unreadable', { cause });
  });
  if (body.length !== length) throw new PartFailed('short');
  try {
    if (params) confuse(body, start, params);
  } catch (cause) {
    throw new PartFailed('confuse', { cause });
  }
  return { body, headers: await partChecksum(checksum, body) };
}

/** Prepares where it is called: for workers, small files, the desktop engine and tests. */
export const localPart = { prepare: preparePart } satisfies PartPort;
