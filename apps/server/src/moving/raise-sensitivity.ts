import type { Transaction } from 'kysely';
import { sensitivities } from '@alcove/contract';
import type { Sensitivity } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

/** A file that takes sensitive content as its newest version is as sensitive from now on. */
export async function raiseSensitivity(transaction: Transaction<Tables>, fileId: string, to: Sensitivity): Promise<void> {
  const below = sensitivities.slice(0, sensitivities.indexOf(to));
  if (below.length === 0) return;
  await transaction.updateTable('instance').set({ sensitivity: to }).where('id', '=', fileId).where('sensitivity', 'in', below).execute();
}
