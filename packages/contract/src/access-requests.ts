import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';
import { requestedLevels } from './level-rules.ts';
import type { AccessLevel } from './level-rules.ts';
import { permissionItems } from './permission.ts';
import type { PermissionItem } from './permission.ts';
import type { InstanceId } from './ids.ts';

/** The caller's own pending request. */
export interface OwnAccessRequest {
  requestId: string;
  instanceId: InstanceId;
  /** The permission item they need. */
  item: PermissionItem;
  createTime: string;
}

/** A request as shown to those who may answer it. */
export interface AccessRequest {
  requestId: string;
  by: { userId: string; name: string };
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  item: PermissionItem;
  message: string;
  createTime: string;
  /** The levels that the caller can grant, lowest first. */
  levels: AccessLevel[];
}

/** The answer is the same for hidden and missing items: only those who may answer learn of the request. */
export const request = call<OwnAccessRequest>()({
  name: 'access.request',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/requestAccess',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    instanceId: fields.instanceId,
    item: z.enum(permissionItems).default('list'),
    message: z
      .string()
      .max(limits.accessMessageLength)
      .transform((text) => normalised(text).trim())
      .default(''),
  }),
  log: { deed: 'change', of: { item: 'instanceId' }, details: ['item'] },
  summary: 'Requests access to a file or folder from those who manage it. If a request is still open, that one is returned.',
});

export const mine = call<OwnAccessRequest[]>()({
  name: 'access.mine',
  method: 'GET',
  path: '/disk/api/privilege/queryMyAccessRequests',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: "Lists the caller's own open requests, newest first.",
});

export const withdraw = call<null>()({
  name: 'access.withdraw',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/withdrawAccessRequest',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({ requestId: fields.id }),
  log: { deed: 'change', of: { request: 'requestId' }, before: true },
  summary: "Withdraws the caller's own request. Safe to repeat.",
});

export const detail = call<AccessRequest>()({
  name: 'access.detail',
  method: 'GET',
  path: '/disk/api/privilege/queryAccessRequest',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ requestId: fields.id, t: fields.timestamp }),
  log: 'none',
  summary: 'Returns an open request that the caller may answer, with the levels that they can grant.',
});

export const answer = call<null>()({
  name: 'access.answer',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/privilege/answerAccessRequest',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    requestId: fields.id,
    /** Null declines. */
    level: z.enum(requestedLevels).nullable(),
    /** When the grant ends by itself. */
    expireTime: z.iso.datetime().optional(),
  }),
  log: { deed: 'change', of: { request: 'requestId' }, before: true, details: ['level', 'expireTime'] },
  summary: 'Grants or declines a request. The first answer counts for everyone who was asked.',
});
