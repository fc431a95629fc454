/** A person as a provider says them: what of it is kept, how it is changed, and whom it makes here. Pure. */
import { labelsOf } from '../directory-sync/index.ts';
import { Failure } from '../http/index.ts';
import { accountNameFor } from '../platforms/index.ts';
import { fieldOf, isRecord, withPaths } from './patches.ts';
import type { Operation, Path } from './patches.ts';

/** What is kept beside the account. Anything else that a provider sends is left out. */
export interface PersonContent {
  displayName?: string;
  formatted?: string;
  givenName?: string;
  familyName?: string;
  email?: string;
}

export interface PersonResource {
  userName: string;
  externalId: string | null;
  content: PersonContent;
  /** Undefined: nothing was said. */
  active?: boolean;
}

const longest = 256;

/** Undefined: it is to be empty. Throws SCIM_VALUE_WRONG. */
function textOf(value: unknown, field: string): string | undefined {
  if (value === undefined || value === null || value === '') return undefined;
  if (typeof value !== 'string' || value.length > longest) throw new Failure('SCIM_VALUE_WRONG', { field });
  return value;
}

/** A name that looks like another one because of blanks or signs that are not seen is nobody's. Throws SCIM_VALUE_WRONG. */
function userNameOf(value: unknown): string {
  const name = textOf(value, 'userName');
  if (name === undefined || name !== name.trim() || /[\p{C}\p{Z}]/u.test(name) || name !== name.normalize('NFKC'))
    throw new Failure('SCIM_VALUE_WRONG', { field: 'userName' });
  return name;
}

/** Microsoft Entra sends `"False"`. Throws SCIM_VALUE_WRONG. */
function activeOf(value: unknown): boolean | undefined {
  if (value === undefined || typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text !== 'true' && text !== 'false') throw new Failure('SCIM_VALUE_WRONG', { field: 'active' });
  return text === 'true';
}

/** The first one, or the one for work, or the one that is said to be first. Throws SCIM_VALUE_WRONG. */
function emailOf(value: unknown): string | undefined {
  const all = (Array.isArray(value) ? (value as unknown[]) : [value]).filter(isRecord);
  const has = (name: string, wanted: string) => all.find((one) => String(fieldOf(one, name)).toLowerCase() === wanted);
  const chosen = has('primary', 'true') ?? has('type', 'work') ?? all[0];
  if (!chosen) return textOf(value === undefined || Array.isArray(value) ? undefined : value, 'emails');
  return textOf(fieldOf(chosen, 'value'), 'emails');
}

const partsOfName = { formatted: 'formatted', givenname: 'givenName', familyname: 'familyName' } as const;

function nameOf(value: unknown): PersonContent {
  if (value === undefined) return {};
  if (!isRecord(value)) throw new Failure('SCIM_VALUE_WRONG', { field: 'name' });
  const parts = Object.entries(partsOfName).map(([name, key]) => [key, textOf(fieldOf(value, name), `name.${key}`)] as const);
  return Object.fromEntries(parts.filter(([, text]) => text !== undefined));
}

/** A whole person, from POST or PUT. Throws SCIM_BODY_WRONG, SCIM_VALUE_WRONG. */
export function readPerson(body: unknown): PersonResource {
  if (!isRecord(body)) throw new Failure('SCIM_BODY_WRONG');
  const [displayName, email, active] = [
    textOf(fieldOf(body, 'displayname'), 'displayName'),
    emailOf(fieldOf(body, 'emails')),
    activeOf(fieldOf(body, 'active')),
  ];
  return {
    userName: userNameOf(fieldOf(body, 'username')),
    externalId: textOf(fieldOf(body, 'externalid'), 'externalId') ?? null,
    content: {
      ...nameOf(fieldOf(body, 'name')),
      ...(displayName !== undefined && { displayName }),
      ...(email !== undefined && { email }),
    },
    ...(active !== undefined && { active }),
  };
}

/** Does the operations in turn. Attributes that are not kept are left alone. Throws SCIM_BODY_WRONG, SCIM_PATH_WRONG, SCIM_VALUE_WRONG. */
export function patchPerson(before: PersonResource, operations: readonly Operation[]): PersonResource {
  const after: PersonResource = { ...before, content: { ...before.content } };
  for (const operation of operations)
    for (const { op, path, value } of withPaths(operation)) change(after, path, op === 'remove' ? undefined : (value ?? undefined));
  return after;
}

function change(person: PersonResource, { attribute, where, part }: Path, value: unknown): void {
  const set = (key: keyof PersonContent, text: string | undefined): void => {
    if (text === undefined) delete person.content[key];
    else person.content[key] = text;
  };
  switch (attribute) {
    case 'username':
      person.userName = userNameOf(value);
      return;
    case 'externalid':
      person.externalId = textOf(value, 'externalId') ?? null;
      return;
    case 'active': {
      const active = activeOf(value);
      if (active === undefined) throw new Failure('SCIM_VALUE_WRONG', { field: 'active' });
      person.active = active;
      return;
    }
    case 'displayname':
      set('displayName', textOf(value, 'displayName'));
      return;
    case 'name': {
      if (part === null) {
        const { displayName, email } = person.content;
        // An operation that says some parts leaves the others.
        const kept =
          value === undefined
            ? { ...(displayName !== undefined && { displayName }), ...(email !== undefined && { email }) }
            : person.content;
        person.content = { ...kept, ...nameOf(value) };
        return;
      }
      const key = (partsOfName as Record<string, keyof PersonContent | undefined>)[part];
      if (key) set(key, textOf(value, `name.${key}`));
      return;
    }
    case 'emails': {
      // Only one is kept, which is the one for work.
      const isKept = where === null || (where.name === 'type' ? where.value.toLowerCase() === 'work' : where.name === 'primary');
      if (isKept && (part === null || part === 'value')) set('email', part === null ? emailOf(value) : textOf(value, 'emails'));
    }
  }
}

const isHan = (text: string): boolean => /^[\p{Script=Han}·]+$/u.test(text);

/** The name that colleagues read. */
function fullNameOf({ displayName, formatted, givenName, familyName }: PersonContent): string | undefined {
  if (displayName !== undefined || formatted !== undefined) return displayName ?? formatted;
  const [given, family] = [givenName ?? '', familyName ?? ''];
  return (isHan(family + given) ? family + given : `${given} ${family}`).trim() || undefined;
}

/** The account name that a user name gives. Most are addresses, which no account can be called: then it is made of the part before the sign. */
export function accountNameOf(userName: string): { accountName: string; exact: boolean } {
  const whole = accountNameFor(userName);
  return whole.exact ? whole : { ...accountNameFor(userName.replace(/@[^@]*$/, '')), exact: false };
}

/** What the company reads of them. */
export const labelsOfPerson = ({ userName, content }: PersonResource): { accountName: string; realName: string; email: string } => {
  const { accountName } = accountNameOf(userName);
  return { accountName, ...labelsOf({ accountName, realName: fullNameOf(content), email: content.email }) };
};
