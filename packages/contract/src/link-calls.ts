/** External links as their creators see them: made, changed, withdrawn, listed. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import { linkPath } from './fields.ts';
import type { Page } from './fields.ts';
import type { Refusal } from './failures.ts';
import type { InstanceId } from './ids.ts';
import { linksOfPeople } from './link-limits.ts';
import { limits } from './limits.ts';
import { linkPermissions, linkStates, linkValidities, linkVisitorTypes, linkWatermarks } from './links.ts';
import type { LinkPermission, LinkState, LinkValidity, LinkVisitorType, LinkWatermark } from './links.ts';
import { normalised } from './normalised.ts';

/** The steps of verification, in their order (specification 2 section 4). */
export const linkStepNames = ['scan', 'permission', 'review'] as const;
export type LinkStepName = (typeof linkStepNames)[number];

/** `done` and `total` count files while they are scanned. A step that is not needed is `skipped`. */
export interface LinkStep {
  step: LinkStepName;
  state: 'waiting' | 'running' | 'passed' | 'skipped' | 'failed';
  done?: number;
  total?: number;
}

/**
 * Why a link is not open: its end came, its visits are used up, nobody visited it for the term of the company, its item is in the bin, its item
 * or one above is highly sensitive, its creator is frozen or expired or gone, its creator has lost the right to share, a rule of the company refuses the content, or a reviewer refused it.
 */
export const linkReasons = ['ended', 'visits', 'unvisited', 'deleted', 'sensitive', 'creator', 'rights', 'rules', 'refused'] as const;
export type LinkReason = (typeof linkReasons)[number];

/** What ends or closes a link that was open, other than its own end or its creator. `moved`: to another space; `merged`: into another folder. */
export type LinkEnd = Exclude<LinkReason, 'ended' | 'creator' | 'rules' | 'refused'> | 'moved' | 'merged';

export interface LinkedItem {
  instanceId: InstanceId;
  instanceName: string;
  classifierId: 'File' | 'Folder';
  /** Bytes; 0 for folders. */
  fileSize: number;
}

/** An external link as its creator sees it. */
export interface Link {
  linkPath: string;
  /** The full address for visitors, without the password. */
  url: string;
  name: string;
  /** Null: the caller. Only the links of an item may be another's. */
  creator: { userId: string; name: string } | null;
  instances: LinkedItem[];
  passwordSet: boolean;
  permissions: LinkPermission[];
  visitorType: LinkVisitorType;
  /** Those whom it names; only with the visitor type `persons`. */
  users: { userId: string; name: string; accountName: string }[];
  validity: LinkValidity;
  /** Null: as long as its creator works here. */
  expireTime: string | null;
  visitLimit: number | null;
  watermark: LinkWatermark;
  note: string;
  state: LinkState;
  steps: LinkStep[];
  /** Only of an expired or failed link. */
  reason?: LinkReason;
  /** What a reviewer wrote, or the name of the file that a rule refuses. */
  reasonText?: string;
  visits: number;
  downloads: number;
  saves: number;
  createTime: string;
}

/** One visit: from the moment somebody opened the link. Names of people outside the company are unknown. */
export interface LinkVisit {
  visitId: string;
  /** The colleague who came signed in, masked where the company wants it; null: nobody we know. */
  visitor: string | null;
  time: string;
  address: string;
  device: string | null;
  /** The latest first, at most 50. */
  took: { deed: 'preview' | 'download' | 'save' | 'upload'; instanceName: string; time: string }[];
}

/** The outcome for one of several links. */
export type LinkOutcome = { linkPath: string; done: true } | ({ linkPath: string; done: false } & Refusal);

const name = z
  .string()
  .max(1024)
  .transform((text) => normalised(text).trim());

/**
 * Without `linkPath` it creates a link: of what is left out, the permission is `preview`, the visitors everyone, the validity a week. With it, a
 * missing field stays as it is, and a validity counts from now. Too many ids, a bad password, number or date fail with the field's name.
 * `password: null` removes the password.
 */
export const createOrUpdate = call<Link>()({
  name: 'link.createOrUpdate',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/createOrUpdate',
  fieldsIn: 'json',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({
    linkPath: linkPath.optional(),
    instanceIds: z.array(fields.instanceId).length(1).optional(),
    name: name.optional(),
    password: z.string().min(limits.linkPassword.least).max(limits.linkPassword.most).nullable().optional(),
    permissions: z.array(z.enum(linkPermissions)).min(1).max(linkPermissions.length).optional(),
    visitorType: z.enum(linkVisitorTypes).optional(),
    userIds: z.array(fields.id).min(1).max(limits.linkPeople).optional(),
    validity: z.enum(linkValidities).optional(),
    /** The last moment, with the validity `custom`. */
    expireTime: z.iso.datetime({ offset: true }).optional(),
    visitLimit: z.number().int().min(1).max(limits.linkVisits).nullable().optional(),
    watermark: z.enum(linkWatermarks).optional(),
    note: z
      .string()
      .max(limits.linkNoteLength)
      .transform((text) => normalised(text).trim())
      .optional(),
  }),
  log: {
    deed: 'change',
    of: { link: 'linkPath', item: 'instanceIds' },
    made: { link: 'linkPath' },
    details: ['permissions', 'visitorType', 'validity', 'expireTime', 'visitLimit', 'watermark'],
  },
  summary: 'Creates an external link to a file or folder, or changes one.',
});

export const remove = call<LinkOutcome[]>()({
  name: 'link.remove',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/remove',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  limit: linksOfPeople,
  request: z.strictObject({ linkPaths: z.array(linkPath).min(1).max(limits.itemsPerCall) }),
  log: { deed: 'change', of: { link: 'linkPaths' }, before: true },
  summary: 'Withdraws external links, by their creators or by those who manage the items. They are closed at once and gone.',
});

export const rename = call<null>()({
  name: 'link.rename',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/link/rename',
  fieldsIn: 'json',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({ linkPath, name }),
  log: { deed: 'change', of: { link: 'linkPath' }, before: true, details: ['name'] },
  summary: "Changes a link's name. The file or folder keeps its own.",
});

export const linkSortFields = ['createTime', 'name', 'state', 'expireTime', 'visits', 'downloads', 'saves'] as const;
export type LinkSortField = (typeof linkSortFields)[number];

/** With `instanceId`: the links of this item, of all their creators, for those who may share it or manage its people. */
export const page = call<Page<Link> & { states: Record<LinkState, number> }>()({
  name: 'link.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/link/page',
  fieldsIn: 'json',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({
    ...fields.pageFields,
    sortOrder: fields.sortOrder.default('desc'),
    sortField: z.enum(linkSortFields).default('createTime'),
    keyword: z.string().max(128).optional(),
    state: z.enum(linkStates).optional(),
    instanceId: fields.instanceId.optional(),
  }),
  log: 'none',
  summary: "The caller's own external links, by name or note, with the number in each state.",
});

export const visits = call<Page<LinkVisit>>()({
  name: 'link.visits',
  method: 'GET',
  path: '/disk/api/link/visits',
  fieldsIn: 'query',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({
    linkPath,
    page: z.coerce.number().int().min(1).max(1_000_000).default(1),
    pageSize: z.coerce.number().int().min(1).max(100).default(20),
    t: fields.timestamp,
  }),
  log: { deed: 'read', of: { link: 'linkPath' } },
  summary: "Who came through the caller's link, when, from where, and what they took.",
});

/** What the verification of a link has come to. `verifying` files are not given out until they are judged. */
export const querySyncStatus = call<Pick<Link, 'state' | 'steps' | 'reason' | 'reasonText'>>()({
  name: 'link.querySyncStatus',
  method: 'GET',
  path: '/disk/api/link/querySyncStatus',
  fieldsIn: 'query',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({ linkPath, t: fields.timestamp }),
  log: 'none',
  summary: "How far the verification of the caller's link is.",
});

/** For an item that is to be shared: what would refuse it at once, and whether somebody would have to review it. */
export const checkDlp = call<{ refused: { instanceName: string; rule: string }[]; reviewed: boolean; waiting: number }>()({
  name: 'link.checkDlp',
  method: 'GET',
  path: '/disk/api/link/checkDlp',
  fieldsIn: 'query',
  caller: 'user',
  needs: { item: 'share', of: 'instanceId' },
  limit: linksOfPeople,
  request: z.strictObject({ instanceId: fields.instanceId, t: fields.timestamp }),
  log: 'none',
  summary: 'What the content rules say of an item before a link to it is made.',
});

/** In a query, one id is no list. */
const askedIds = z.union([
  z.array(fields.instanceId).min(1).max(limits.linkItemsPerAsk),
  fields.instanceId.transform((instanceId) => [instanceId]),
]);

/** The state of the caller's own links to an item: of the one that is open, else of the one that comes nearest to it. */
export interface LinkStatus {
  instanceId: InstanceId;
  links: number;
  /** Null: there is none. */
  state: LinkState | null;
}

export const queryLinkStatusByInstanceIds = call<LinkStatus[]>()({
  name: 'instance.queryLinkStatusByInstanceIds',
  method: 'GET',
  path: '/disk/api/instance/queryLinkStatusByInstanceIds',
  fieldsIn: 'query',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({ instanceIds: askedIds, t: fields.timestamp }),
  log: 'none',
  summary: "The states of the caller's own external links to these items.",
});

/** An approval of the caller's link that does not hold any longer, and why. */
export interface InvalidApproval extends Pick<Link, 'linkPath' | 'name' | 'state' | 'reason'> {
  instanceId: InstanceId;
  /**
   * `closed`: the link is not open, for its `reason`. `withdrawn`: the link opens further than reviewers saw, and what they decided counts no longer. `changed`:
   * something that was approved has another content, name or sensitivity now. `refused`: a rule of now or a reviewer refuses something that was approved.
   */
  why: 'closed' | 'withdrawn' | 'changed' | 'refused';
}

export const queryInvalidLinkOaApply = call<InvalidApproval[]>()({
  name: 'instance.queryInvalidLinkOaApply',
  method: 'GET',
  path: '/disk/api/instance/queryInvalidLinkOaApply',
  fieldsIn: 'query',
  caller: 'user',
  limit: linksOfPeople,
  request: z.strictObject({ instanceIds: askedIds, t: fields.timestamp }),
  log: 'none',
  summary: "The caller's own links to these items whose approval by a reviewer does not hold any longer, and why.",
});
