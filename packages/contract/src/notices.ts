import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';
import type { DrillReason } from './admin-dashboard.ts';
import type { LookReason } from './admin-files.ts';
import type { LogFault } from './admin-log-check.ts';
import type { AccessLevel } from './level-rules.ts';
import type { SignInWay } from './identity.ts';
import type { LinkEnd } from './link-calls.ts';
import type { SecondFactorKind } from './second-factor.ts';
import type { InstanceType } from './space-kinds.ts';
import type { GroupId, InstanceId } from './ids.ts';

/** The person who caused a notification. */
export interface NoticePerson {
  userId: string;
  name: string;
}

/** The data of each kind of notification. Names are those at that time; later renames and removals do not change them. */
export interface NoticeData {
  /** For a new person, at the first sign-in. */
  welcome: Record<string, never>;
  /** The receiver can sign in with it from now on. `name`: of a passkey. */
  factorAdded: { factor: SecondFactorKind; name: string };
  /** `by`: an administrator; null: the receiver. Without a kind: all of them. */
  factorRemoved: { by: NoticePerson | null; factor: SecondFactorKind | null; name: string };
  /** An administrator ended so many of the receiver's sessions. */
  sessionsEnded: { by: NoticePerson; sessions: number };
  /** An administrator took away that the platform knows the receiver. */
  platformUnlinked: { by: NoticePerson; platformName: string };
  /** Somebody signed in with one, or proved with it who they are. */
  recoveryCodeUsed: { left: number };
  /** Somebody signed in with the receiver's account where they never did before: to answer whether it was them. `place`: as in `OpenSession`. */
  newDevice: { deviceId: string; agent: string; address: string; place: string | null; way: SignInWay };
  handoverRequested: { by: NoticePerson; groupId: GroupId; groupName: string };
  handoverAnswered: { by: NoticePerson; groupId: GroupId; groupName: string; accepted: boolean };
  memberAdded: { by: NoticePerson; groupId: GroupId; groupName: string };
  memberRemoved: { by: NoticePerson; groupId: GroupId; groupName: string };
  groupDissolved: { by: NoticePerson; groupId: GroupId; groupName: string; until: string };
  dissolutionCancelled: { by: NoticePerson; groupId: GroupId; groupName: string };
  /** For a department's files. */
  managerNamed: { by: NoticePerson; departmentName: string };
  managerRemoved: { by: NoticePerson; departmentName: string };
  /** What a person who left was responsible for is the receiver's now. */
  takenOver: { by: NoticePerson; leaver: string };
  /** `message`: from the person who shared it. */
  shared: { by: NoticePerson; instanceId: InstanceId; instanceName: string; message?: string };
  shareWithdrawn: { by: NoticePerson; instanceName: string; /** With it: of so many more. */ others?: number };
  /** Somebody who manages the items withdrew the receiver's links. The name is that of one item. */
  linkWithdrawn: { by: NoticePerson; instanceName: string; links: number };
  /** The receiver's link ends within a day. */
  linkEnding: { linkName: string; instanceName: string; endTime: string };
  /** Links of the receiver are closed, for the same reason; the names are those of one. `by` is null unless somebody else brought it about. */
  linkEnded: { by: NoticePerson | null; reason: LinkEnd; linkName: string; instanceName: string; links: number };
  /** A visitor of the receiver's link replaced the content of a file. Told again only after the last such notice of the link was read. */
  linkVersion: { linkId: string; linkName: string; instanceId: InstanceId; instanceName: string; version: number };
  accessRequested: { by: NoticePerson; requestId: string; instanceId: InstanceId; instanceName: string; message: string };
  /** For those who assign roles: somebody whose roles withhold it wants to share outside the company. */
  shareRightRequested: { by: NoticePerson; message: string };
  /** `given` is set when granted. `by` and the names are null when the item is hidden from the asker. */
  accessAnswered: { by: NoticePerson | null; instanceId: InstanceId; instanceName: string | null; granted: boolean; given?: AccessGiven };
  comment: { by: NoticePerson; instanceId: InstanceId; instanceName: string };
  /** For advanced administrators: the audit log is not what was sealed. */
  logFault: LogFault;
  /** For advanced administrators: so many stored contents are damaged or missing. */
  contentFault: { contents: number };
  /** For advanced administrators: the restore of a backup for practice failed, or none has passed for so many days. */
  restoreDrill: { problem: 'failed'; backup: string; reason: DrillReason } | { problem: 'overdue'; days: number };
  /** For reviewers: somebody's external link waits for a decision. */
  linkReview: { by: NoticePerson; reviewId: string; instanceName: string };
  /** An administrator looks into a file of the receiver's, or one for which they answer; `downloads`: they may download it. */
  fileLooked: { by: NoticePerson; instanceId: InstanceId; instanceName: string; reason: LookReason; grounds: string; downloads: boolean };
  /** An administrator put an item of the receiver's into its recycle bin. */
  fileRemoved: { by: NoticePerson; instanceName: string; /** With it: so many more. */ others?: number };
  /** An administrator ended what the receiver shared inside the company. */
  shareEnded: { by: NoticePerson; instanceId: InstanceId; instanceName: string; /** With it: of so many more. */ others?: number };
  /** For those who empty the administrators' bin: more files are to be deleted for good than may go in 24 hours. `files`: those that wait. */
  secondBinHeld: { files: number; most: number };
  /**
   * For those who change platforms, unless they have not read the last one yet. `held`: unusually many people are to be frozen, so no more are. `failed`: a timed run
   * came to nothing. `left`: a timed run froze so many people, who can be offboarded.
   */
  platformNews: { platformId: string; platformName: string } & ({ news: 'held' | 'left'; people: number } | { news: 'failed' });
  /** For the link's creator. `by` is null where a rule decided; `reason` is the reviewer's, or the name of the file that a rule refuses. */
  linkReviewed: {
    by: NoticePerson | null;
    linkId: string;
    instanceName: string;
    outcome: 'approved' | 'refused' | 'rules' | 'sensitive' | 'rights' | 'deleted';
    reason: string;
  };
}
/** What an approved request granted, and in which space. */
export interface AccessGiven {
  level: AccessLevel;
  expireTime: string | null;
  /** As in `Instance`. */
  instanceType: InstanceType;
  /** The top of the space; missing when it is hidden from the asker. */
  rootId?: InstanceId;
}
export type NoticeKind = keyof NoticeData;

export type NoticeContent = { [Kind in NoticeKind]: { kind: Kind; data: NoticeData[Kind] } }[NoticeKind];

export type Notice = NoticeContent & {
  noticeId: string;
  createTime: string;
  read: boolean;
  /** Its decision is still pending. */
  todo: boolean;
};

export interface NoticeCounts {
  unread: number;
  todo: number;
}

export const noticeFilters = ['all', 'unread', 'todo'] as const;
export type NoticeFilter = (typeof noticeFilters)[number];

export const page = call<Page<Notice>>()({
  name: 'notice.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/notice/page',
  fieldsIn: 'json',
  caller: 'user',
  request: z.strictObject({
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
    filter: z.enum(noticeFilters).default('all'),
    /** Only notifications older than this one, so that new arrivals do not shift pages. */
    before: fields.id.optional(),
  }),
  log: 'none',
  summary: "Lists the caller's notifications, newest first.",
});

export const markRead = call<NoticeCounts>()({
  name: 'notice.markRead',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/notice/markRead',
  fieldsIn: 'json',
  caller: 'user',
  mostBytes: limits.callBytes.manyIds,
  request: z
    .strictObject({ noticeIds: z.array(fields.id).min(1).max(limits.itemsPerCall).optional(), all: z.literal(true).optional() })
    .refine(({ noticeIds, all }) => (noticeIds === undefined) !== (all === undefined)),
  log: { deed: 'change' },
  summary: 'Marks the given notifications, or all, as read.',
});

export const unread = call<NoticeCounts>()({
  name: 'notice.unread',
  method: 'GET',
  path: '/disk/api/notice/unread',
  fieldsIn: 'query',
  caller: 'user',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'Counts the unread notifications, and those that wait for a decision.',
});
