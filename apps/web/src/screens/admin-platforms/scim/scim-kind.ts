import { calls, type ScimPlatform } from '@alcove/contract';
import { call } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import type { Draft, PlatformKind } from '../platform-kind.ts';
import { ScimFields } from './ScimFields.tsx';

/** What the form holds. The token is no field: it is made, and shown once. */
export interface ScimDraft extends Draft {
  secret: null;
  matchesAccounts: boolean;
  enabled: boolean;
  signInPlatformId: string | null;
  signInClaim: string;
}

export const newScim = (): ScimDraft => ({
  name: '',
  secret: null,
  matchesAccounts: false,
  enabled: true,
  signInPlatformId: null,
  signInClaim: 'sub',
});

const fields = ['name', 'matchesAccounts', 'enabled', 'signInPlatformId', 'signInClaim'] as const satisfies readonly (keyof ScimDraft)[];

type Changes = Partial<Omit<ScimDraft, 'secret'>>;

/** A platform that pushes people and groups itself. */
export const scimKind: PlatformKind<ScimDraft, ScimPlatform> = {
  draftOf: ({ name, matchesAccounts, enabled, signInPlatformId, signInClaim }) => ({
    ...{ name, secret: null, matchesAccounts, enabled, signInPlatformId, signInClaim },
  }),
  missingIn: ({ name, signInClaim }) =>
    Object.entries({ name, signInClaim }).flatMap(([field, value]) => (value.trim() === '' ? [field] : [])),
  changesOf: (draft, before): Changes =>
    Object.fromEntries(fields.filter((field) => draft[field] !== before[field]).map((field) => [field, draft[field]])),
  isOther: () => false,
  create: ({ name, matchesAccounts, enabled, signInPlatformId, signInClaim }) =>
    call(calls.adminPlatform.createScim, { name, matchesAccounts, enabled, signInPlatformId, signInClaim }),
  update: (platformId, changes: Changes) => call(calls.adminPlatform.updateScim, { platformId, ...changes }),
  createdText: (name) => t('adminScim.created', { name }),
  Fields: ScimFields,
  tested: null,
};
