import type { ConfuseParams } from '@alcove/contract';
import { confuse } from '@alcove/transfer';

/** What the storage host does to the bytes of a read: the link that we signed says how they were obfuscated. */
export function undoObfuscation(_key: string, query: ReadonlyMap<string, string>): ((chunk: Buffer, offset: number) => void) | undefined {
  const text = query.get('confuse');
  if (text === undefined) return undefined;
  const params = JSON.parse(text) as ConfuseParams;
  return (chunk, offset) => void confuse(chunk, offset, params);
}
