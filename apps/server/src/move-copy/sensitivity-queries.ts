/**
 * The sensitivity that items take along, and the item that it came from. Lowering the level requires the right to manage that item, too.
 */
import { sql } from 'kysely';
import type { RawBuilder, Transaction } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { InstanceId, Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** For `set`: this level, which came from `fromId` unless it came from another item before. */
export const levelTaken = (
  sensitivity: Sensitivity,
  fromId: InstanceId,
): { sensitivity: Sensitivity; sensitivity_from?: RawBuilder<InstanceId> } => ({
  sensitivity,
  ...(sensitivity !== 'normal' && { sensitivity_from: sql<InstanceId>`coalesce(sensitivity_from, ${fromId}::uuid)` }),
});

/** For `set`: the level stays, and came from `fromId` unless it came from another item before. */
export const levelKept = (fromId: InstanceId): { sensitivity_from: RawBuilder<InstanceId | null> } => ({
  sensitivity_from: sql<InstanceId | null>`case when sensitivity <> 'normal' then coalesce(sensitivity_from, ${fromId}::uuid) else sensitivity_from end`,
});

/** A file, and the item whose content becomes its newest version. */
export interface Raised {
  fileId: InstanceId;
  fromId: InstanceId;
}

/** Raises files to the level of the content that becomes their newest version, and records whose level it is. */
export async function raiseSensitivity(transaction: Transaction<Tables>, raised: readonly Raised[], to: Sensitivity): Promise<void> {
  const below = sensitivities.slice(0, sensitivities.indexOf(to));
  if (below.length === 0) return;
  await sql`
    update instance i set sensitivity = ${to}, sensitivity_from = coalesce(i.sensitivity_from, source.sensitivity_from, source.id)
    from unnest(${raised.map(({ fileId }) => fileId)}::uuid[], ${raised.map(({ fromId }) => fromId)}::uuid[]) as n (file_id, from_id)
      join instance source on source.id = n.from_id
    where i.id = n.file_id and i.sensitivity = any(${below}::text[])`.execute(transaction);
}

/** Gives these levels to items that changed their space. The level `normal` changes nothing. */
export async function takeLevels(
  transaction: Transaction<Tables>,
  items: readonly { id: InstanceId; level: Sensitivity }[],
  fromId: InstanceId,
): Promise<void> {
  await sql`
    update instance i set sensitivity = n.level, sensitivity_from = coalesce(i.sensitivity_from, ${fromId}::uuid)
    from unnest(${items.map(({ id }) => id)}::uuid[], ${items.map(({ level }) => level)}::text[]) as n (id, level)
    where i.id = n.id and n.level <> 'normal'`.execute(transaction);
}
