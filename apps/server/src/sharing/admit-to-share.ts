import type { Transaction } from 'kysely';
import type { FileRole, InstanceId } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { publish } from '../live-updates/index.ts';
import { putGrants, readFileRoles, removeGrants } from '../permission/index.ts';
import type { HeldBefore } from '../permission/index.ts';
import { endsLater, includesRole } from './sharing-rules.ts';
import { ensureShareLocked, membersOf, setShare } from './sharing-queries.ts';

interface Admitted {
  instanceId: InstanceId;
  /** The share's initiator: it is listed, changed and revoked like any other of theirs. */
  initiatorId: string;
  userId: string;
  role: FileRole;
  /** Null: no end. */
  expiresAt: Date | null;
}

/**
 * Adds one person to somebody's share of an item, or creates that share with them. Returns what they had there in another role. The share
 * lasts at least as long as this person's part. If they already have the same or more, nothing changes.
 */
export async function admitToShare(
  transaction: Transaction<Tables>,
  { instanceId, initiatorId, userId, role, expiresAt }: Admitted,
): Promise<HeldBefore[]> {
  const share = await ensureShareLocked(transaction, { instanceId, initiatorId });
  if (share.ended) await removeGrants(transaction, share.id);
  const had = (await membersOf(transaction, [share.id])).find((one) => one.kind === 'person' && one.id === userId);
  if (had && includesRole(await readFileRoles(transaction), had.role, role) && !endsLater(expiresAt, had.expires_at)) return [];
  const before = await putGrants(transaction, { kind: 'share', id: share.id }, initiatorId, [
    { instanceId, subject: { kind: 'person', id: userId }, role, expiresAt },
  ]);
  const lasts = share.ended || endsLater(expiresAt, share.expires_at) ? expiresAt : share.expires_at;
  await setShare(transaction, share.id, { expiresAt: lasts, anew: share.ended });
  await publish(transaction, [{ to: [userId, initiatorId], event: 'sharingChanged' }]);
  return before;
}
