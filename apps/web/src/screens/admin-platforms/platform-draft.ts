import type { InputOf, OidcPlatform, calls } from '@alcove/contract';

type Created = Required<InputOf<typeof calls.adminPlatform.create>>;

/** What the form holds. */
export type PlatformDraft = Omit<Created, 'secret'> & {
  /** Null: the stored one stays. */
  secret: string | null;
};
export type PlatformField = 'name' | 'issuer' | 'clientId' | 'secret';

const fields = [
  'name',
  'issuer',
  'clientId',
  'scopes',
  'algorithm',
  'accountNameClaim',
  'realNameClaim',
  'mailClaim',
  'matchesAccounts',
  'createsAccounts',
  'enabled',
  'isTheSignIn',
  'asksSecondFactor',
] as const satisfies readonly (keyof OidcPlatform)[];

export const newDraft = (): PlatformDraft => ({
  name: '',
  issuer: '',
  clientId: '',
  secret: '',
  scopes: 'openid profile email',
  algorithm: 'RS256',
  accountNameClaim: 'preferred_username',
  realNameClaim: 'name',
  mailClaim: 'email',
  matchesAccounts: false,
  createsAccounts: false,
  enabled: true,
  isTheSignIn: false,
  asksSecondFactor: false,
});

export const draftOf = (platform: OidcPlatform): PlatformDraft => ({
  ...(Object.fromEntries(fields.map((field) => [field, platform[field]])) as unknown as Omit<PlatformDraft, 'secret'>),
  secret: platform.hasSecret ? null : '',
});

export const missingIn = ({ name, issuer, clientId }: PlatformDraft): PlatformField[] =>
  Object.entries({ name, issuer, clientId }).flatMap(([field, value]) => (value.trim() === '' ? [field as PlatformField] : []));

/** What was changed. */
export function changesOf(draft: PlatformDraft, before: PlatformDraft): Partial<Created> {
  const changed = Object.fromEntries(fields.filter((field) => draft[field] !== before[field]).map((field) => [field, draft[field]]));
  return { ...(changed as Partial<Created>), ...(draft.secret !== null && draft.secret !== before.secret && { secret: draft.secret }) };
}

/** The stored secret belongs to this issuer and client. */
export const isOther = (draft: PlatformDraft, before: PlatformDraft): boolean =>
  draft.issuer.trim() !== before.issuer || draft.clientId.trim() !== before.clientId;
