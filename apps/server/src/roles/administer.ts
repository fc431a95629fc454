import type { Kysely, Transaction } from 'kysely';
import type { AdminItem } from '@alcove/contract';
import { refuseLockOut } from '../address-rules/index.ts';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import type { Caller } from '../http/index.ts';
import { administratorLeft, lockRoles, readAdminRoles } from './role-queries.ts';
import { adminItemsOf } from './role-rules.ts';
import type { AdminRole } from './role-rules.ts';

/**
 * Runs a change of roles or of accounts, one at a time in the company. The caller's own roles are read again under the lock: they may have
 * lost the item while the change waited. Throws NOT_ALLOWED, and LAST_ADMINISTRATOR if nobody would be left who can sign in and administer
 * everything, and whose account does not expire by itself: otherwise the company would lose its last one on that day. Throws what `refuseLockOut` throws.
 */
export const administer = <Answer>(
  database: Kysely<Tables>,
  author: Pick<Caller, 'userId'>,
  item: AdminItem,
  change: (transaction: Transaction<Tables>, own: readonly AdminRole[]) => Promise<Answer>,
): Promise<Answer> =>
  keepAdministrator(database, author, async (transaction) => {
    const own = await readAdminRoles(transaction, author.userId);
    if (!adminItemsOf(own).includes(item)) throw new Failure('NOT_ALLOWED');
    return change(transaction, own);
  });

/** The same for a change that nobody in particular makes: the company's directory says it. */
export const administerForCompany = <Answer>(
  database: Kysely<Tables>,
  change: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> => keepAdministrator(database, null, change);

const keepAdministrator = <Answer>(
  database: Kysely<Tables>,
  author: Pick<Caller, 'userId'> | null,
  change: (transaction: Transaction<Tables>) => Promise<Answer>,
): Promise<Answer> =>
  database.transaction().execute(async (transaction) => {
    await lockRoles(transaction);
    const before = await administratorLeft(transaction);
    const answer = await refuseLockOut(transaction, author, () => change(transaction));
    const left = await administratorLeft(transaction);
    if (left === 'none' || (left === 'forNow' && before === 'lasting')) throw new Failure('LAST_ADMINISTRATOR');
    return answer;
  });
