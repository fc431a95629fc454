/** An instance as the database returns it, with everything that the rules need. */
import { mostSensitive } from '@alcove/contract';
import type { BlobId, InstanceId, PermissionItem, Sensitivity, SpaceId, SpaceKind } from '@alcove/contract';
import type { Asker } from '../http/index.ts';
import type { EffectiveGrants } from './resolve.ts';
import { sensitivityAt } from './rules.ts';
import type { ItemContext, SpaceEnd } from './rules.ts';

export interface ItemRow {
  id: InstanceId;
  name: string;
  is_file: boolean;
  size: number;
  blob_id: BlobId | null;
  version: number;
  parent_id: InstanceId | null;
  space_id: SpaceId;
  space_kind: SpaceKind;
  owner_id: string | null;
  ends: SpaceEnd | null;
  category: number;
  created_at: Date;
  updated_at: Date;
  creator_name: string;
  editor_name: string;
  owner_name: string;
  versions: number;
  /** Instead of `effective` where the statement only looked in the caller's own space. */
  own_cap: PermissionItem[][] | null;
  effective: Omit<EffectiveGrants, 'userId'>;
  /** From the instance itself up to the root. */
  chain: { id: InstanceId; name: string; creatorId: string; visitorId: string | null; deleted: boolean; sensitivity: Sensitivity }[];
}

/** Which statement is sent: one for what is in the caller's own space alone, where no grant counts, or one for anything. */
export interface Where {
  inOwnSpace: boolean;
}

export interface Found<Answer> {
  place: ItemContext;
  also: Answer;
}

export const foundOf = <Answer>(row: ItemRow & { also: Answer }, caller: Asker): Found<Answer> => ({
  place: toPlace(row, caller),
  also: row.also,
});

const ownerWith = (caps: PermissionItem[][]): Omit<EffectiveGrants, 'userId'> => ({
  owns: true,
  cap: caps.length === 1 ? caps[0]! : [...new Set(caps.flat())],
  grants: [],
  givers: {},
});

function toPlace(row: ItemRow, caller: Asker): ItemContext {
  const sensitivity = { own: row.chain[0]!.sensitivity, above: mostSensitive(row.chain.slice(1).map((step) => step.sensitivity)) };
  // Nobody may share outside the company what is highly sensitive (specification 2 section 6), so a link gives nothing there.
  const isClosed = caller.visitor !== undefined && sensitivityAt({ sensitivity }) === 'high';
  return {
    instanceId: row.id,
    name: row.name,
    isFile: row.is_file,
    size: row.size,
    blobId: row.blob_id,
    version: row.version,
    parentId: row.parent_id,
    spaceId: row.space_id,
    spaceKind: row.space_kind,
    spaceOwnerId: row.owner_id,
    ancestors: row.chain
      .slice(1)
      .reverse()
      .map(({ id, name, creatorId, visitorId }) => ({ id, name, creatorId, visitorId })),
    creatorId: row.chain[0]!.creatorId,
    visitorId: row.chain[0]!.visitorId,
    effective: {
      userId: caller.userId,
      ...(row.own_cap ? ownerWith(row.own_cap) : row.effective),
      ...(isClosed && { grants: [], givers: {} }),
    },
    ...(caller.fileSharingId !== undefined && !caller.visitor && { fileSharingId: caller.fileSharingId }),
    category: row.category,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    creatorName: row.creator_name,
    editorName: row.editor_name,
    ownerName: row.owner_name,
    versions: row.versions,
    ends: row.ends,
    sensitivity,
    live: row.chain.every((step) => !step.deleted),
  };
}
