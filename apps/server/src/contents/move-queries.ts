/** Statements for a database whose contents are in another store than before. */
import { sql } from 'kysely';
import type { Transaction } from 'kysely';
import type { Tables } from '../database/index.ts';

/** The contents are in another bucket now. */
export async function renameReplicas(transaction: Transaction<Tables>, from: string, to: string): Promise<void> {
  if (from !== to) await sql`update replica set bucket = ${to} where bucket = ${from}`.execute(transaction);
}

/** No content is obfuscated any more. */
export async function revealContents(transaction: Transaction<Tables>): Promise<void> {
  await sql`update blob set confuse = null where confuse is not null`.execute(transaction);
}
