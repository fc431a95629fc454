/** Inserts spaces, trees and grants directly, without the product's own calls. */
import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { foldName } from '@alcove/contract';
import type { BlobId, InstanceId, PermissionItem, SpaceId, SpaceKind } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { Grant } from './resolve.ts';

/** Inserts a space of this kind with its top folder. */
export async function makeSpace(
  database: Kysely<Tables>,
  { kind, ownerId, creatorId }: { kind: SpaceKind; ownerId: string | null; creatorId: string },
): Promise<{ spaceId: SpaceId; rootId: InstanceId }> {
  const [spaceId, rootId] = [newId<SpaceId>(), newId<InstanceId>()];
  await database.transaction().execute(async (transaction) => {
    await sql`set constraints space_root deferred`.execute(transaction);
    await transaction.insertInto('space').values({ id: spaceId, kind, owner_id: ownerId, root_id: rootId, quota_bytes: null }).execute();
    await makeNodes(transaction, spaceId, [{ id: rootId, parentId: null, name: '', creatorId, blobId: null }]);
    await transaction.insertInto('folder_count').values({ folder_id: rootId }).execute();
  });
  return { spaceId, rootId };
}

export interface Node {
  id: InstanceId;
  parentId: InstanceId | null;
  name: string;
  creatorId: string;
  /** Null for folders. */
  blobId: BlobId | null;
}

/** Parents must come before their children. */
export async function makeNodes(database: Kysely<Tables>, spaceId: SpaceId, nodes: readonly Node[]): Promise<void> {
  await database
    .insertInto('instance')
    .values(
      nodes.map((node) => ({
        id: node.id,
        space_id: spaceId,
        parent_id: node.parentId,
        is_file: node.blobId !== null,
        name: node.name,
        folded_name: foldName(node.name),
        blob_id: node.blobId,
        size: node.blobId === null ? 0 : 5,
        creator_id: node.creatorId,
        editor_id: node.creatorId,
      })),
    )
    .execute();
  const files = nodes.filter((node) => node.blobId !== null);
  if (files.length > 0)
    await database
      .insertInto('version')
      .values(files.map((node) => ({ instance_id: node.id, number: 1, blob_id: node.blobId!, size: 5, creator_id: node.creatorId })))
      .execute();
}

/** A grant as it is stored: the distance depends on the person it is applied to. */
export type BareGrant = Omit<Grant, 'distance' | 'items'> & { expiresAt?: Date };

export async function setGrants(database: Kysely<Tables>, grants: readonly BareGrant[]): Promise<void> {
  if (grants.length === 0) return;
  await database
    .insertInto('file_grant')
    .values(
      grants.map((grant) => ({
        id: newId(),
        instance_id: grant.instanceId,
        subject_kind: grant.subject.kind,
        subject_id: grant.subject.id,
        role: grant.role,
        // A look is no row of this table.
        source_kind: grant.source.kind as Exclude<Grant['source']['kind'], 'look'>,
        source_id: grant.source.id,
        grantor_id: grant.grantorId,
        expires_at: grant.expiresAt ?? null,
      })),
    )
    .execute();
}

/** Gives the person a new company role with exactly these file items, and takes all others from them. */
export async function setOnlyRole(database: Kysely<Tables>, userId: string, fileItems: readonly PermissionItem[]): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('user_role').where('user_id', '=', userId).execute();
    const id = newId();
    await transaction
      .insertInto('role')
      .values({ id, name: id, type: 'ordinary', admin_items: [], file_items: [...fileItems], built_in: null })
      .execute();
    await transaction.insertInto('user_role').values({ user_id: userId, role_id: id }).execute();
  });
}
