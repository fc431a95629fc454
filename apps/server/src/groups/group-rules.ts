/** What may be done with a group. Pure rules, without a database. */
import { limits } from '@alcove/contract';
import type { FailureCode, GroupIdentity, GroupLevel } from '@alcove/contract';

/** Specification 2 section 5: a positive integer, in bytes. */
export const isGroupSize = (bytes: number): boolean => Number.isSafeInteger(bytes) && bytes > 0 && bytes <= limits.groupBytes;

export const identityOf = (leads: boolean, level: GroupLevel): GroupIdentity =>
  leads ? 'owner' : level === 'manager' ? 'administrator' : 'member';

export interface HandoverFacts {
  senderId: string;
  receiverId: string;
  dissolving: boolean;
  /** The receiver of the pending handover, or null. */
  waitingFor: string | null;
  receiverActive: boolean;
  receiverIsMember: boolean;
  /** Whether the group's quota fits into the receiver's free quota. */
  receiverHasQuota: boolean;
  receiverHasSyncGroup: boolean;
}

/** Why a group cannot be handed over now, or null (specification 2 sections 4 and 8). Checked at the request and again at the answer. */
export function handoverRefusal(facts: HandoverFacts): FailureCode | null {
  if (facts.receiverId === facts.senderId) return 'HANDOVER_SAME_PERSON';
  if (facts.dissolving) return 'GROUP_DISSOLVING';
  if (facts.waitingFor !== null && facts.waitingFor !== facts.receiverId) return 'HANDOVER_WAITING';
  if (!facts.receiverIsMember) return 'GROUP_NOT_MEMBER';
  if (!facts.receiverActive) return 'HANDOVER_RECEIVER_INACTIVE';
  if (facts.receiverHasSyncGroup) return 'HANDOVER_SYNC_GROUP';
  return facts.receiverHasQuota ? null : 'HANDOVER_NO_SPACE';
}

/** The leader cannot leave, nor can someone who is a member only through a department (specification 2 section 6). */
export function leaveRefusal({ leads, ownGrant }: { leads: boolean; ownGrant: boolean }): FailureCode | null {
  if (leads) return 'GROUP_LEADER_LEAVES';
  return ownGrant ? null : 'GROUP_BY_DEPARTMENT';
}
