import type { Kysely } from 'kysely';
import type { Account, AnswerOf, RequestOf, calls } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { findAccounts } from './account-queries.ts';

type PageCall = typeof calls.adminUser.page;

/** One page of the accounts that an administrator looks for. */
export async function pageOfAccounts(database: Kysely<Tables>, input: RequestOf<PageCall>): Promise<AnswerOf<PageCall>> {
  const { page, pageSize, sortField, sortOrder, ...filter } = input;
  const { total, more, rows } = await findAccounts(database, filter, {
    sortField,
    sortOrder,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  const items = rows.map((row): Account => ({
    ...row,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    createTime: row.createTime.toISOString(),
    lastSeen: row.lastSeen?.toISOString() ?? null,
  }));
  return { items, total, ...(more && { more }), page, pageSize };
}
