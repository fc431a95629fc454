/** Queries for the sample company. Its writes bypass the calls, so nobody is notified, and dates can be in the past. */
import type { Kysely, Transaction } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId, Language, SpaceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';

export async function hasAccount(database: Kysely<Tables>, accountName: string): Promise<boolean> {
  return (await database.selectFrom('user_account').select('id').where('account_name', '=', accountName).executeTakeFirst()) !== undefined;
}

export async function setLanguage(transaction: Transaction<Tables>, userId: string, language: Language): Promise<void> {
  await transaction.updateTable('user_account').set({ language }).where('id', '=', userId).execute();
}

/** The top folder of a department's space. */
export async function rootOfDepartment(transaction: Transaction<Tables>, departmentId: string): Promise<InstanceId> {
  const { root_id: rootId } = await transaction
    .selectFrom('department as d')
    .innerJoin('space as s', 's.id', 'd.space_id')
    .select('s.root_id')
    .where('d.id', '=', departmentId)
    .executeTakeFirstOrThrow();
  return rootId;
}

export async function spaceOfRoot(transaction: Transaction<Tables>, rootId: InstanceId): Promise<SpaceId> {
  const { id } = await transaction.selectFrom('space').select('id').where('root_id', '=', rootId).executeTakeFirstOrThrow();
  return id;
}

/** The id of a content that is already stored and verified. */
export async function findContent(database: Kysely<Tables>, sha256: string, size: number): Promise<BlobId | undefined> {
  const present = await database
    .selectFrom('blob')
    .select('id')
    .where('sha256', '=', sha256)
    .where('size', '=', size)
    .where('verified_at', 'is not', null)
    .executeTakeFirst();
  return present?.id;
}

/** An item at the top of a person's space. */
export async function itemOf(
  transaction: Transaction<Tables>,
  ownerId: string,
  name: string,
): Promise<{ id: InstanceId; spaceId: SpaceId }> {
  return transaction
    .selectFrom('instance')
    .innerJoin('space', 'space.root_id', 'instance.parent_id')
    .select(['instance.id', 'instance.space_id as spaceId'])
    .where('space.owner_id', '=', ownerId)
    .where('instance.name', '=', name)
    .executeTakeFirstOrThrow();
}

export async function insertTag(
  transaction: Transaction<Tables>,
  item: { id: InstanceId; spaceId: SpaceId },
  userId: string,
  name: string,
): Promise<void> {
  await transaction
    .insertInto('tag')
    .values({ instance_id: item.id, folded_name: foldName(name), name, space_id: item.spaceId, creator_id: userId })
    .execute();
}

export async function insertComment(
  transaction: Transaction<Tables>,
  comment: { instanceId: InstanceId; authorId: string; text: string; createdAt: Date },
): Promise<void> {
  await transaction
    .insertInto('comment')
    .values({
      id: newId(),
      instance_id: comment.instanceId,
      author_id: comment.authorId,
      text: comment.text,
      created_at: comment.createdAt,
    })
    .execute();
}

export async function insertFavourite(transaction: Transaction<Tables>, userId: string, instanceId: InstanceId): Promise<void> {
  await transaction.insertInto('favourite').values({ user_id: userId, instance_id: instanceId }).execute();
}

/** Inserts a share without its recipients. Returns its id. */
export async function insertShare(
  transaction: Transaction<Tables>,
  share: { instanceId: InstanceId; initiatorId: string; expiresAt: Date | null },
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('share')
    .values({ id, instance_id: share.instanceId, initiator_id: share.initiatorId, expires_at: share.expiresAt })
    .execute();
  return id;
}
