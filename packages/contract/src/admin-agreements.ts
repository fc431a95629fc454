/** Calls for administrators to write the agreements, publish versions of them, and see who has accepted them. */
import { z } from 'zod';
import { agreementDocuments } from './agreements.ts';
import type { AgreementDocument, AgreementVersion, InBothLanguages } from './agreements.ts';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Page } from './fields.ts';
import { limits } from './limits.ts';

export interface AgreementDraft {
  /** A change names the one that its author has seen, so that nobody overwrites what they have not. */
  revision: string;
  text: InBothLanguages;
  note: InBothLanguages;
  time: string;
  userId: string;
  name: string;
}

export interface AgreementState {
  document: AgreementDocument;
  latest: AgreementVersion & { /** Who published it; null: it is the sample. */ by: { userId: string; name: string } | null };
  draft: Pick<AgreementDraft, 'time' | 'userId' | 'name'> | null;
}

export interface AgreementPerson {
  userId: string;
  accountName: string;
  realName: string;
  departmentName: string;
  /** When they last accepted, and which versions; null: never. */
  accepted: { time: string; numbers: Record<AgreementDocument, number> } | null;
}

const views = { caller: 'administrator', adminItem: 'agreements.view' } as const;
const edits = { caller: 'administrator', adminItem: 'agreements.edit' } as const;
const document = z.enum(agreementDocuments);
const inBoth = (most: number) => z.strictObject({ 'zh-CN': z.string().max(most), 'en-US': z.string().max(most) });
/** The revision that the caller has seen; null: there was none. */
const seen = fields.id.nullable();

/** `total`: who can sign in now; `accepted`: those of them who need not accept anything. */
export const page = call<{ documents: AgreementState[]; people: { total: number; accepted: number } }>()({
  name: 'adminAgreement.page',
  method: 'GET',
  path: '/disk/api/admin/agreement/page',
  fieldsIn: 'query',
  ...views,
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'Lists the agreements with their latest version and draft, and how many people have accepted.',
});

export const detail = call<{ draft: AgreementDraft | null }>()({
  name: 'adminAgreement.detail',
  method: 'GET',
  path: '/disk/api/admin/agreement/detail',
  fieldsIn: 'query',
  ...views,
  request: z.strictObject({ document, t: fields.timestamp }),
  log: 'none',
  summary: 'The draft of an agreement, if there is one.',
});

export const saveDraft = call<AgreementDraft>()({
  name: 'adminAgreement.saveDraft',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/agreement/saveDraft',
  fieldsIn: 'json',
  mostBytes: 512 * 1024,
  ...edits,
  request: z.strictObject({
    document,
    text: inBoth(limits.agreementLength),
    note: inBoth(limits.agreementNoteLength),
    seen,
  }),
  log: { deed: 'change', details: ['document'] },
  summary: 'Saves the draft of an agreement, which nobody else sees until it is published.',
});

export const discardDraft = call<null>()({
  name: 'adminAgreement.discardDraft',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/agreement/discardDraft',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({ document, seen: fields.id }),
  log: { deed: 'change', details: ['document'] },
  summary: 'Discards the draft of an agreement.',
});

export const publish = call<AgreementVersion>()({
  name: 'adminAgreement.publish',
  method: 'POST',
  changes: 'once',
  path: '/disk/api/admin/agreement/publish',
  fieldsIn: 'json',
  ...edits,
  request: z.strictObject({
    document,
    seen: fields.id,
    /** Whether everybody must accept it. False for a correction that changes no meaning. */
    asks: z.boolean(),
  }),
  log: { deed: 'change', details: ['document', 'asks'] },
  summary: 'Publishes a draft as the next version. If it asks, every call is refused to people until they have accepted it.',
});

export const people = call<Page<AgreementPerson>>()({
  name: 'adminAgreement.people',
  method: 'POST',
  changes: 'nothing',
  path: '/disk/api/admin/agreement/people',
  fieldsIn: 'json',
  ...views,
  request: z.strictObject({
    accepted: z.boolean(),
    keyword: z.string().max(limits.nameLength).optional(),
    page: fields.pageFields.page,
    pageSize: fields.pageFields.pageSize,
  }),
  log: 'none',
  summary: 'The people who can sign in and have accepted everything that is asked, or have not.',
});

/** Responds with the file itself, not an envelope. */
export const exportPeople = call<null>()({
  name: 'adminAgreement.export',
  method: 'GET',
  path: '/disk/api/admin/agreement/export',
  fieldsIn: 'query',
  caller: 'administrator',
  adminItem: 'agreements.export',
  request: z.strictObject({
    /** Minutes east of UTC, in which times are written. */
    utcOffset: z.coerce.number().int().min(-720).max(840).default(0),
    t: fields.timestamp,
  }),
  limit: limits.peopleSheets,
  log: { deed: 'download' },
  summary: 'Downloads who accepted which versions and when as .xlsx: everybody, also who is frozen or has left.',
});
