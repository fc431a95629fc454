/** Statements on the table of grants. Every source writes it: groups, departments, shares and external links. */
import { sql } from 'kysely';
import type { Kysely, Transaction } from 'kysely';
import type { FileRole, GrantSubject, InstanceId, PermissionItem } from '@alcove/contract';
import { itemsOfRole } from '../database/index.ts';
import type { Tables } from '../database/index.ts';
import { newId } from '../ids.ts';
import type { GrantSource, Receiver } from './resolve.ts';

export interface NewGrant {
  instanceId: InstanceId;
  subject: Receiver;
  role: FileRole;
  expiresAt?: Date | null;
  /** When it was granted, if not now. */
  since?: Date;
}

/** A grant to a person or department. */
export interface StoredGrant {
  instanceId: InstanceId;
  subject: GrantSubject;
  role: FileRole;
  /** What the role includes today. */
  items: readonly PermissionItem[];
  source: { kind: Exclude<GrantSource['kind'], 'link' | 'look'>; id: string };
  grantorId: string;
  createdAt: Date;
  expiresAt: Date | null;
}

/** What a subject held until a change, on one instance from one source. */
export interface HeldBefore {
  instanceId: InstanceId;
  subject: Receiver;
  role: FileRole;
}

const heldBefore = ({
  instance_id,
  subject_kind,
  subject_id,
  role,
}: Pick<Tables['file_grant'], 'instance_id' | 'subject_kind' | 'subject_id' | 'role'>): HeldBefore => ({
  instanceId: instance_id,
  subject: { kind: subject_kind, id: subject_id },
  role,
});

/**
 * Inserts grants, or changes their role and expiration: a source has one grant per subject and instance. Returns those that were there with
 * another role.
 */
export async function putGrants(
  transaction: Transaction<Tables>,
  source: GrantSource,
  grantorId: string,
  grants: readonly NewGrant[],
): Promise<HeldBefore[]> {
  if (grants.length === 0) return [];
  const rows = grants.map(({ instanceId, subject, role, expiresAt, since }) => ({
    id: newId(),
    instance_id: instanceId,
    subject_kind: subject.kind,
    subject_id: subject.id,
    role,
    source_kind: source.kind,
    source_id: source.id,
    grantor_id: grantorId,
    expires_at: expiresAt ?? null,
    created_at: since ?? null,
  }));
  const { rows: before } = await sql<Parameters<typeof heldBefore>[0]>`
    with given as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (id uuid, instance_id uuid, subject_kind text, subject_id uuid, role text,
        source_kind text, source_id uuid, grantor_id uuid, expires_at timestamptz, created_at timestamptz)
    ),
    put as (
      insert into file_grant (id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id, expires_at, created_at)
      select id, instance_id, subject_kind, subject_id, role, source_kind, source_id, grantor_id, expires_at, coalesce(created_at, now()) from given
      on conflict (instance_id, source_id, subject_kind, subject_id) do update set role = excluded.role, expires_at = excluded.expires_at
    )
    select g.instance_id, g.subject_kind, g.subject_id, g.role from given
      join file_grant g using (instance_id, source_id, subject_kind, subject_id) where g.role <> given.role`.execute(transaction);
  return before.map(heldBefore);
}

/** Deletes the grants of a source: all of them, or those on one instance or of one subject. Returns what is deleted. */
export async function removeGrants(
  transaction: Transaction<Tables>,
  sourceId: string,
  only: { instanceId?: InstanceId; subject?: GrantSubject } = {},
): Promise<HeldBefore[]> {
  let removal = transaction.deleteFrom('file_grant').where('source_id', '=', sourceId);
  if (only.instanceId !== undefined) removal = removal.where('instance_id', '=', only.instanceId);
  if (only.subject) removal = removal.where('subject_kind', '=', only.subject.kind).where('subject_id', '=', only.subject.id);
  return (await removal.returning(['instance_id', 'subject_kind', 'subject_id', 'role']).execute()).map(heldBefore);
}

/** The unexpired grants to people and departments on these instances, from every source. */
export async function grantsOn(database: Kysely<Tables>, instanceIds: readonly InstanceId[]): Promise<StoredGrant[]> {
  const rows = await database
    .selectFrom('file_grant')
    .selectAll()
    .select(itemsOfRole(sql`file_grant.role`).as('items'))
    .where('instance_id', '=', sql<InstanceId>`any(${instanceIds}::uuid[])`)
    .where(({ or, eb }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<Date>`now()`)]))
    .where('subject_kind', '<>', 'link')
    .orderBy('id')
    .$narrowType<{ subject_kind: GrantSubject['kind']; source_kind: StoredGrant['source']['kind'] }>()
    .execute();
  return rows.map((row) => ({
    instanceId: row.instance_id,
    subject: { kind: row.subject_kind, id: row.subject_id },
    role: row.role,
    items: row.items,
    source: { kind: row.source_kind, id: row.source_id },
    grantorId: row.grantor_id,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }));
}
