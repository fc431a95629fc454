import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { FileRole, GrantSubject, PermissionItem } from './permission.ts';
import type { Person } from './search.ts';
import type { InstanceId } from './ids.ts';

/** The source of access: owning the space, or a group, a department, an internal share. */
export type AccessKind = 'owner' | 'group' | 'department' | 'share';

/** A grant, with names for display. */
export interface AccessGrant {
  subject: GrantSubject & { name: string };
  role: FileRole;
  on: {
    instanceId: InstanceId;
    /** Null when that folder is hidden from the reader. */
    name: string | null;
    /** Whether it is the top of the space. */
    top: boolean;
  };
  givenBy: string;
  createTime: string;
  endTime: string | null;
}

/** One source of access and its result (design section 5): the nearest grant decides and overrides the others of the same source. */
export interface AccessReason {
  kind: AccessKind;
  /** The name of the group, the department or the sharer; empty for the owner. */
  name: string;
  /** Null for the owner, and when the sharer may no longer share. */
  grant: AccessGrant | null;
  beaten: AccessGrant[];
  items: PermissionItem[];
}

/** Why a person has their access to an item. */
export interface Explanation {
  person: Person;
  /** False for a suspended or expired account, which cannot sign in whatever it is granted. */
  active: boolean;
  reasons: AccessReason[];
  items: PermissionItem[];
  /** What the reasons would give, but the person's company roles do not allow. */
  withheld: PermissionItem[];
}

/** One person or department with access to an item. */
export interface AccessEntry {
  kind: AccessKind;
  /** As in `AccessReason`. */
  name: string;
  subject: GrantSubject & { name: string; departmentPath: string[] };
  /** Null for the owner. */
  grant: AccessGrant | null;
  /**
   * How the reader can revoke it: for a share with `innerSharing.remove` and its id, else with `group.removeMembers` or `privilege.remove`
   * on the grant's item. Null when the reader may not, or no call does it.
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
  request: z.strictObject({ instanceId: fields.instanceId, page: fields.pageFields.page, pageSize: fields.pageFields.pageSize }),
  log: { deed: 'read', of: { item: 'instanceId' } },
  summary:
    'Lists everyone with access to an item and where it comes from: the owner first, then the nearest grants. Needs the permission to manage its people.',
});
