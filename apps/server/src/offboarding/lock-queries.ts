import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import { isActive } from '../database/index.ts';
import type { Tables } from '../database/index.ts';

/** Whoever freezes or closes the account waits until the transaction ends. False if the person may not sign in. */
export async function lockActive(transaction: Transaction<Tables>, userId: string): Promise<boolean> {
  const { rows } = await sql<{ active: boolean }>`
    select ${isActive} as active from user_account u where u.id = ${userId} for share of u`.execute(transaction);
  return rows[0]?.active === true;
}
