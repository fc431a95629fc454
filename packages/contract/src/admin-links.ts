/** The review of what goes outside (specification 2 section 4). */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import type { Instance } from './files.ts';
import type { Link } from './link-calls.ts';
import { limits } from './limits.ts';
import { normalised } from './normalised.ts';
import type { Preview } from './download.ts';

export const reviewStates = ['waiting', 'approved', 'refused', 'ended'] as const;
/** `ended`: the link was withdrawn or changed before anybody decided. */
export type ReviewState = (typeof reviewStates)[number];

/**
 * What a rule found in a file: never more than the rule's name and the file, because texts are not repeated in lists. `ruleName` null: nobody
 * knows, because the file's text could not be read whole.
 */
export interface ReviewFinding {
  instanceId: string;
  instanceName: string;
  ruleName: string | null;
}

export interface Review {
  reviewId: string;
  state: ReviewState;
  link: Pick<
    Link,
    'name' | 'permissions' | 'visitorType' | 'passwordSet' | 'validity' | 'expireTime' | 'visitLimit' | 'watermark' | 'note'
  >;
  /** `active`: false if their account is frozen or has expired, so that the link gives nothing, whatever is decided. */
  by: { userId: string; name: string; active: boolean; departments: string[]; sentThisMonth: number; refusedThisMonth: number };
  item: { instanceId: string; instanceName: string; classifierId: 'File' | 'Folder' };
  files: number;
  /** Bytes. */
  fileSize: number;
  findings: number;
  askedTime: string;
  decidedTime: string | null;
  /** Who decided, and the reason they gave. */
  decidedBy: string | null;
  reason: string;
  /** The caller's own link: somebody else decides. */
  own: boolean;
  /** The link is open already, and these are files that came or changed since. */
  further: boolean;
}

/** With its files, the first `limits.reviewedFiles`, those with findings first, then by path; and what which rules found in them. */
export interface ReviewDetail extends Review {
  items: (Pick<Instance, 'instanceId' | 'instanceName' | 'fileSize' | 'version' | 'category' | 'sensitivity'> & { path: string })[];
  found: ReviewFinding[];
  /** The version of the rules that judged it. */
  rulesVersion: string;
}

const administrator = { caller: 'administrator', adminItem: 'links.review' } as const;
const reviewId = fields.id;
const reason = z
  .string()
  .max(limits.reviewReasonLength)
  .transform((text) => normalised(text).trim());

/** Why nothing comes to be reviewed. */
export type NoReviews = 'noRule' | 'rulesOff';

export const page = call<
  Page<Review> & {
    waiting: number;
    decidedToday: number;
    /** In minutes, of the last week's decisions. */
    medianWait: number | null;
    /** No content rule that is on asks for a review, or all rules are switched off. Null: links are reviewed. */
    noReviews: NoReviews | null;
  }
>()({
  name: 'adminLink.page',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/link/page',
  fieldsIn: 'json',
  ...administrator,
  request: z.strictObject({
    ...fields.pageFields,
    /** `decided`: every state but waiting. */
    state: z.enum([...reviewStates, 'decided']).optional(),
    /** Only reviews in which a rule found something. */
    withFindings: z.boolean().optional(),
    keyword: z.string().max(128).optional(),
  }),
  log: 'none',
  summary: 'The reviews of external links, the longest waiting first, or last.',
});

export const detail = call<ReviewDetail>()({
  name: 'adminLink.detail',
  method: 'GET',
  path: '/disk/api/admin/link/detail',
  fieldsIn: 'query',
  ...administrator,
  request: z.strictObject({ reviewId, t: fields.timestamp }),
  log: { deed: 'read', of: { review: 'reviewId' } },
  summary: 'One review, with its files and findings.',
});

/** Only of a file that this waiting review is about, in the version that would be approved. */
export const preview = call<Preview>()({
  name: 'adminLink.preview',
  method: 'GET',
  path: '/disk/api/admin/link/preview',
  fieldsIn: 'query',
  ...administrator,
  request: z.strictObject({ reviewId, instanceId: fields.instanceId, t: fields.timestamp }),
  log: { deed: 'preview', of: { item: 'instanceId' }, details: ['reviewId'] },
  summary: 'A short-lived signed link for previewing a file of a waiting review.',
});

export const approve = call<null>()({
  name: 'adminLink.approve',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/link/approve',
  fieldsIn: 'json',
  ...administrator,
  request: z.strictObject({ reviewId, reason: reason.default('') }),
  log: { deed: 'change', of: { review: 'reviewId' } },
  summary: 'Approves what a review shows, and nothing that came later.',
});

export const refuse = call<null>()({
  name: 'adminLink.refuse',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/link/refuse',
  fieldsIn: 'json',
  ...administrator,
  request: z.strictObject({ reviewId, reason }),
  log: { deed: 'change', of: { review: 'reviewId' } },
  summary: 'Refuses a link, with a reason that its creator reads.',
});
