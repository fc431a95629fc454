import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';
import { ChangedMeanwhile, findChild, freeName, lockChildFile } from '../files/index.ts';
import { Failure } from '../http/index.ts';
import { authoriseNamesake } from '../permission/index.ts';
import type { ItemContext } from '../permission/index.ts';
import type { Placing } from './deps.ts';

/** Under which name it comes to stand there, of which file it becomes the newest version, or into which folder its content comes. */
export type NameResolution = { name: string } | { versionOf: string } | { into: ItemContext };

/** The file that is to have a new version is held from here on. Throws NAME_TAKEN, and NOT_ALLOWED where the file or the folder itself may not be changed. */
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
