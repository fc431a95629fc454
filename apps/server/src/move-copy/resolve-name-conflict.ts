import type { Transaction } from 'kysely';
import type { InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, findChild, freeName, lockChildFile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { authoriseNamesake } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { Placing } from './deps.ts';

/**
 * The name under which the item is placed, the file that it becomes the newest version of, or the folder that its contents are merged into.
 */
export type NameResolution = { name: string } | { versionOf: InstanceId } | { into: ItemContext };

/**
 * Locks the file that is to get a new version.
 * Throws NAME_TAKEN, or what `authoriseNamesake` throws if the existing file or folder may not be changed.
 */
export async function resolveNameConflict(
  transaction: Transaction<Tables>,
  { place, target, onConflict, caller }: Placing,
  item: { name: string; isFile: boolean },
): Promise<NameResolution> {
  const existing = await findChild(transaction, target.instanceId, item.name);
  if (!existing) return { name: item.name };
  if (onConflict === 'rename') return { name: await freeName(transaction, target.instanceId, item.name) };
  if (onConflict === 'merge' && !item.isFile && !existing.is_file && existing.id !== place.instanceId)
    return { into: (await authoriseNamesake(transaction, caller, existing.id)).place };
  if (onConflict !== 'version' || !item.isFile || !existing.is_file) throw new Failure('NAME_TAKEN', { field: 'instanceName' });
  await authoriseNamesake(transaction, caller, existing.id);
  if ((await lockChildFile(transaction, target.instanceId, item.name)) !== existing.id) throw new ChangedMeanwhile();
  return { versionOf: existing.id };
}
