import type { DirectoryPlatform, DirectoryProtocol, InputOf, calls } from '@alcove/contract';

type Created = Required<InputOf<typeof calls.adminPlatform.createDirectory>>;

/** What the form of a directory holds. */
export type DirectoryDraft = Omit<Created, 'secret'> & {
  /** Null: the stored one stays. */
  secret: string | null;
};

const fields = [
  ...['name', 'url', 'startTls', 'authority', 'base', 'user', 'filter', 'accountNameClaim', 'realNameClaim', 'mailClaim'],
  ...['departmentClaim', 'matchesAccounts', 'createsAccounts', 'enabled'],
] as readonly (keyof DirectoryDraft & keyof DirectoryPlatform)[];

/** What the attributes are usually called. */
const usual = {
  ldap: { filter: '(objectClass=inetOrgPerson)', accountNameClaim: 'uid', realNameClaim: 'cn', mailClaim: 'mail' },
  ad: {
    filter: '(&(objectCategory=person)(objectClass=user))',
    accountNameClaim: 'sAMAccountName',
    realNameClaim: 'displayName',
    mailClaim: 'mail',
  },
} as const satisfies Record<DirectoryProtocol, object>;

export const newDirectory = (protocol: DirectoryProtocol): DirectoryDraft => ({
  protocol,
  name: '',
  url: '',
  startTls: true,
  authority: '',
  base: '',
  user: '',
  secret: '',
  ...usual[protocol],
  departmentClaim: '',
  matchesAccounts: false,
  createsAccounts: false,
  enabled: true,
});

export const draftOfDirectory = (directory: DirectoryPlatform): DirectoryDraft => ({
  ...(Object.fromEntries(fields.map((field) => [field, directory[field]])) as unknown as Omit<DirectoryDraft, 'secret'>),
  protocol: directory.protocol,
  secret: directory.hasSecret ? null : '',
});

export const missingInDirectory = ({
  name,
  url,
  base,
  user,
  filter,
  accountNameClaim,
  realNameClaim,
  mailClaim,
}: DirectoryDraft): string[] =>
  Object.entries({ name, url, base, user, filter, accountNameClaim, realNameClaim, mailClaim }).flatMap(([field, value]) =>
    value.trim() === '' ? [field] : [],
  );

/** What was changed. */
export const changesOfDirectory = (draft: DirectoryDraft, before: DirectoryDraft): Partial<DirectoryDraft> => ({
  ...(Object.fromEntries(
    fields.filter((field) => draft[field] !== before[field]).map((field) => [field, draft[field]]),
  ) as Partial<DirectoryDraft>),
  ...(draft.secret !== null && draft.secret !== before.secret && { secret: draft.secret }),
});

/** The stored password belongs to this account at this address, sent in this way. */
export const isOtherDirectory = (draft: DirectoryDraft, before: DirectoryDraft): boolean =>
  (['url', 'authority', 'user'] as const).some((field) => draft[field].trim() !== before[field]) || draft.startTls !== before.startTls;
