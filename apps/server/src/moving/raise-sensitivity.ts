import type { Transaction } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { amongst } from './chunks.ts';

/** Files that take sensitive content as their newest version are as sensitive from now on. */
export async function raiseSensitivity(transaction: Transaction<Tables>, fileIds: readonly string[], to: Sensitivity): Promise<void> {
  const below = sensitivities.slice(0, sensitivities.indexOf(to));
  if (below.length === 0) return;
  await transaction
    .updateTable('instance')
    .set({ sensitivity: to })
    .where('id', '=', amongst(fileIds))
    .where('sensitivity', 'in', below)
    .execute();
}
