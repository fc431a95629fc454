/** The IP allowlist: from which addresses people, visitors and parts of the product may be reached. */
import { z } from 'zod';
import { call } from './call.ts';
import type { BuiltInRole } from './company-rights.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';

/**
 * What a rule restricts: everybody, visitors included; the calls of the administration area; signing in; the visitors of links; whoever has a role; the people
 * of a department and of those below it; one person.
 */
export const allowlistObjects = ['everybody', 'administration', 'signIn', 'links', 'role', 'department', 'person'] as const;
export type AllowlistObject = (typeof allowlistObjects)[number];

/** What has no rule that is on is open. What has some is let in from the addresses of any of them. */
export interface AllowlistRule {
  ruleId: string;
  object: AllowlistObject;
  /** Of a role, a department or a person. */
  objectId: string | null;
  objectName: string | null;
  /** Addresses and networks, IPv4 and IPv6. */
  addresses: string[];
  regions: { regionId: string; name: string }[];
  note: string;
  enabled: boolean;
  /** Who changed it last; null if nobody knows any more. */
  changedBy: { userId: string; realName: string } | null;
  updateTime: string;
}

/** What is wrong with one line of addresses, in the caller's language. Lines count from 1. */
export interface AddressFault {
  line: number;
  errcode: number;
  errmsg: string;
}

/** A change would shut its author out, or the last advanced administrator. */
export interface LockOut {
  /** What would no longer let the author in; null: only other people would be shut out. */
  object: AllowlistObject | null;
  objectName: string | null;
  /** Administrators who are signed in and would be shut out, without the author. */
  others: number;
  /** No advanced administrator would be let in any more. */
  lastAdministrator: boolean;
}

/** The caller's address, and the network around it that a rule could name. */
export interface OwnAddress {
  address: string;
  network: string | null;
}

const edits = { caller: 'administrator', adminItem: 'allowlist.edit' } as const;
const addresses = z.array(z.string().max(limits.allowlistLineLength)).max(limits.allowlistAddresses);
const regionIds = z.array(fields.id).max(limits.regions);
const note = z
  .string()
  .transform((text) => normalised(text).trim())
  .pipe(z.string().max(limits.allowlistNoteLength));
const restricts = { object: z.enum(allowlistObjects), objectId: fields.id.optional() };

export interface Allowlist {
  own: OwnAddress;
  rules: AllowlistRule[];
  /** What a rule can name. */
  regions: { regionId: string; name: string }[];
  roles: { roleId: string; name: string; builtIn: BuiltInRole | null }[];
}

export const page = call<Allowlist>()({
  name: 'adminAllowlist.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/allowlist/page',
  fieldsIn: 'json',
  caller: 'administrator',
  adminItem: 'allowlist.view',
  request: z.strictObject({}),
  log: 'none',
  summary: 'All rules of the IP allowlist, the regions and roles that they can name, and the address of the caller.',
});

/** Says of a rule that is not saved yet what is wrong with it. */
export const check = call<{ faults: AddressFault[]; lockOut: LockOut | null; own: OwnAddress }>()({
  name: 'adminAllowlist.check',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/allowlist/check',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ ruleId: fields.id.optional(), ...restricts, addresses, regionIds, enabled: z.boolean().default(true) }),
  log: 'none',
  summary: 'What is wrong with each line of a rule, and whom it would shut out, before it is saved.',
});

export const create = call<AllowlistRule>()({
  name: 'adminAllowlist.create',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/allowlist/create',
  fieldsIn: 'json',
  freshProof: true,
  ...edits,
  request: z.strictObject({
    ...restricts,
    addresses: addresses.default([]),
    regionIds: regionIds.default([]),
    note: note.default(''),
    enabled: z.boolean().default(true),
  }),
  log: { deed: 'change', made: { allowlistRule: 'ruleId' }, details: ['addresses', 'regionIds', 'enabled'] },
  summary: 'Adds a rule. It takes effect within a second, also for what is under way.',
});

export const update = call<AllowlistRule>()({
  name: 'adminAllowlist.update',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/allowlist/update',
  fieldsIn: 'json',
  freshProof: true,
  ...edits,
  request: z.strictObject({
    ruleId: fields.id,
    addresses: addresses.optional(),
    regionIds: regionIds.optional(),
    note: note.optional(),
    enabled: z.boolean().optional(),
  }),
  log: { deed: 'change', of: { allowlistRule: 'ruleId' }, details: ['addresses', 'regionIds', 'enabled'] },
  summary: 'Changes a rule, or switches it on or off. What it restricts stays.',
});

export const remove = call<null>()({
  name: 'adminAllowlist.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/allowlist/remove',
  fieldsIn: 'json',
  freshProof: true,
  ...edits,
  request: z.strictObject({ ruleId: fields.id }),
  log: { deed: 'change', of: { allowlistRule: 'ruleId' }, before: true },
  summary: 'Deletes a rule.',
});
