import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { FileRole, GrantSubject, PermissionItem } from './permission.ts';
import type { Person } from './search.ts';

/** What lets somebody in: that the space is theirs, or a group, a department, an internal share. */
export type AccessKind = 'owner' | 'group' | 'department' | 'share';

/** A grant as people read it. */
export interface AccessGrant {
  subject: GrantSubject & { name: string };
  role: FileRole;
  on: {
    instanceId: string;
    /** Null where it lies above what the reader may see. */
    name: string | null;
    /** The top of the space. */
    top: boolean;
  };
  givenBy: string;
  createTime: string;
  endTime: string | null;
}

/** One way in, and what it comes to (design section 5): the nearest grant decides, others of the same source stand back. */
export interface AccessReason {
  kind: AccessKind;
  /** The group, the department, or whoever shared. Empty for the owner. */
  name: string;
  /** Null for the owner, and where the share's giver may no longer give. */
  grant: AccessGrant | null;
  beaten: AccessGrant[];
  items: PermissionItem[];
}

/** Why somebody may do with an item what they may. */
export interface Explanation {
  person: Person;
  /** Frozen or expired: they cannot sign in, whatever is given. */
  active: boolean;
  reasons: AccessReason[];
  items: PermissionItem[];
}

/** One line of everyone who can get at an item. */
export interface AccessEntry {
  kind: AccessKind;
  /** As in a reason. */
  name: string;
  subject: GrantSubject & { name: string; departmentPath: string[] };
  /** Null for the owner. */
  grant: AccessGrant | null;
  /**
   * The call with which the reader can take it back: of a share `innerSharing.remove` with its id, else `group.removeMembers` or
   * `privilege.remove` on the grant's item. Null where that is not theirs, and for what no such call ends.
   */
  takeBack: { from: 'share'; fileSharingId: string } | { from: 'membership' } | { from: 'privilege' } | null;
}

export const queryAccess = call<Page<AccessEntry>>()({
  name: 'explain.queryAccess',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/privilege/queryAccess',
  fieldsIn: 'json',
  caller: 'user',
  needs: { item: 'personnelManagement', of: 'instanceId' },
  request: z.strictObject({ instanceId: fields.id, page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  summary: 'Everyone who has something on an item and through what, the owner first, then the nearest: for those who manage its people.',
});
