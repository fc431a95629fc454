import { partChecksum } from './hash.ts';
import { confuse } from './obfuscation.ts';
import { PartFailed } from '../ports.ts';
import type { FileSource, PartWork, PreparedPart } from '../ports.ts';

/**
 * Reads a part, obfuscates it if the plan requires it (specification 1 section 4, step 6), and computes its checksum. Throws PartFailed.
 */
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
