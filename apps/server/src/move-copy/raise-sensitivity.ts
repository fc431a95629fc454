import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** A file, and the item whose content becomes its newest version. */
export interface Raised {
  fileId: string;
  fromId: string;
}

/** Files that take sensitive content as their newest version are as sensitive from now on, and it is known whose level that is. */
export async function raiseSensitivity(transaction: Transaction<Tables>, raised: readonly Raised[], to: Sensitivity): Promise<void> {
  const below = sensitivities.slice(0, sensitivities.indexOf(to));
  if (below.length === 0) return;
  await sql`
    update instance i set sensitivity = ${to}, sensitivity_from = coalesce(i.sensitivity_from, source.sensitivity_from, source.id)
    from unnest(${raised.map(({ fileId }) => fileId)}::uuid[], ${raised.map(({ fromId }) => fromId)}::uuid[]) as n (file_id, from_id)
      join instance source on source.id = n.from_id
    where i.id = n.file_id and i.sensitivity = any(${below}::text[])`.execute(transaction);
}
