/** The agreements of the company and their versions (specification 1 section 2), which anybody may read. */
import { z } from 'zod';
import { call } from './call.ts';
import * as fields from './fields.ts';
import type { Language } from './failures.ts';

export const agreementDocuments = ['serviceAgreement', 'privacyPolicy', 'usageRules'] as const;
export type AgreementDocument = (typeof agreementDocuments)[number];

/** The edition of the sample texts, which every company begins with. */
export const sampleEdition = 3;

export type InBothLanguages = Record<Language, string>;

export interface AgreementVersion {
  document: AgreementDocument;
  /** From 1, for each document. */
  number: number;
  /** From 1, over all documents: a higher one was published later. */
  edition: number;
  time: string;
  /** What changed; '' for nothing said. */
  note: InBothLanguages;
  /** Everybody must accept it, even who accepted an earlier version. */
  asks: boolean;
}

/** Markdown. HTML in it is shown as text. */
export type AgreementText = AgreementVersion & { text: InBothLanguages; latest: number };

/** `edition`: the latest. Who has read these versions accepts them by it. */
export const list = call<{ edition: number; versions: AgreementVersion[] }>()({
  name: 'pub.agreements',
  method: 'GET',
  path: '/disk/api/pub/agreements',
  fieldsIn: 'query',
  caller: 'anyone',
  request: z.strictObject({ t: fields.timestamp }),
  log: 'none',
  summary: 'The versions of the agreements, newest first: at most the latest 100 of each document.',
});

export const text = call<AgreementText>()({
  name: 'pub.agreement',
  method: 'GET',
  path: '/disk/api/pub/agreement',
  fieldsIn: 'query',
  caller: 'anyone',
  request: z.strictObject({
    document: z.enum(agreementDocuments),
    /** Without it, the latest. */
    number: z.coerce.number().int().min(1).max(1_000_000).optional(),
    t: fields.timestamp,
  }),
  log: 'none',
  summary: 'A version of an agreement, in both languages.',
});
