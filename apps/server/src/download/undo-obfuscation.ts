import type { ConfuseParams } from '@alcove/contract';
import { confuse } from '@alcove/transfer';

/** Undoes the obfuscation when the storage host reads bytes. The parameters come from the link that we signed. */
export function undoObfuscation(_key: string, query: ReadonlyMap<string, string>): ((chunk: Buffer, offset: number) => void) | undefined {
  const text = query.get('confuse');
  if (text === undefined) return undefined;
  const params = JSON.parse(text) as ConfuseParams;
  return (chunk, offset) => void confuse(chunk, offset, params);
}
