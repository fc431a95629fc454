/** What may be done with a group, decided without a database. */
import { limits } from '@alcove/contract';
import type { FailureCode, GroupIdentity, GroupLevel } from '@alcove/contract';

/** Specification 2 section 5: a positive integer, not 0. In bytes. */
export const isGroupSize = (bytes: number): boolean => Number.isSafeInteger(bytes) && bytes > 0 && bytes <= limits.groupBytes;

export const identityOf = (leads: boolean, level: GroupLevel): GroupIdentity =>
  leads ? 'owner' : level === 'manager' ? 'administrator' : 'member';

export interface HandoverFacts {
  senderId: string;
  receiverId: string;
  dissolving: boolean;
  /** Whom a handover asks already; null when none waits. */
  waitingFor: string | null;
  receiverActive: boolean;
  receiverIsMember: boolean;
  /** The group's preallocated space fits into what is free of the receiver's own. */
  receiverHasRoom: boolean;
  receiverHasSyncGroup: boolean;
}

/** Why a group cannot be handed over now, or null (specification 2 sections 4 and 8). Asked at the request and again at the answer. */
export function handoverRefusal(facts: HandoverFacts): FailureCode | null {
  if (facts.receiverId === facts.senderId) return 'HANDOVER_SAME_PERSON';
  if (facts.dissolving) return 'GROUP_DISSOLVING';
  if (facts.waitingFor !== null && facts.waitingFor !== facts.receiverId) return 'HANDOVER_WAITING';
  if (!facts.receiverIsMember) return 'GROUP_NOT_MEMBER';
  if (!facts.receiverActive) return 'HANDOVER_RECEIVER_INACTIVE';
  if (facts.receiverHasSyncGroup) return 'HANDOVER_SYNC_GROUP';
  return facts.receiverHasRoom ? null : 'HANDOVER_NO_SPACE';
}

/** Leaving (specification 2 section 6): not the leader, and not whom only a department brought in. */
export function leaveRefusal({ leads, ownGrant }: { leads: boolean; ownGrant: boolean }): FailureCode | null {
  if (leads) return 'GROUP_LEADER_LEAVES';
  return ownGrant ? null : 'GROUP_BY_DEPARTMENT';
}
