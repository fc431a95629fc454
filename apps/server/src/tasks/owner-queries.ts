import type { Kysely } from 'kysely';
import type { Tables } from '../database/index.ts';

export interface TaskOwner {
  account_name: string;
  real_name: string;
  frozen_at: Date | null;
  expires_at: Date | null;
}

export async function findTaskOwner(database: Kysely<Tables>, userId: string): Promise<TaskOwner | undefined> {
  return database
    .selectFrom('user_account')
    .select(['account_name', 'real_name', 'frozen_at', 'expires_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
}
