/** How resources and refusals are written (RFC 7643, 3; RFC 7644, 3.4.2 and 3.12). */
import type { FailureCode, Language } from '@alcove/contract';
import { classify, refusal } from '../http/index.ts';
import { failures } from '@alcove/contract';
import type { StoredGroup } from './group-queries.ts';
import type { StoredPerson } from './person-queries.ts';
import { schemas } from './schemas.ts';

export const mediaType = 'application/scim+json; charset=utf-8';

/** Refusals of other domains, and those that the protocol has a word for. The status of the others is that of the failure. */
const told: Partial<Record<FailureCode, { status?: number; scimType?: string }>> = {
  BAD_REQUEST: { scimType: 'invalidSyntax' },
  SCIM_BODY_WRONG: { scimType: 'invalidSyntax' },
  SCIM_FILTER_WRONG: { scimType: 'invalidFilter' },
  SCIM_PATH_WRONG: { scimType: 'invalidPath' },
  SCIM_VALUE_WRONG: { scimType: 'invalidValue' },
  SCIM_TAKEN: { scimType: 'uniqueness' },
  LAST_ADMINISTRATOR: { status: 409 },
  ALLOWLIST_LOCKS_ADMINISTRATORS: { status: 409 },
};

export interface Refused {
  status: number;
  code: FailureCode;
  /** What was wrong, if it was one field; of a filter, what it may compare. */
  field: string | null;
  /** When to ask again, in seconds. */
  retryAfter: number | null;
  body: Record<string, unknown>;
}

export function refusedAs(error: unknown, language: Language): Refused {
  const { code, details } = classify(error);
  const { status: given, scimType } = told[code] ?? {};
  const status = given ?? (failures[code].status === 200 ? 409 : failures[code].status);
  const { errmsg } = refusal(code, language, details);
  const field = details.field ?? details.names;
  return {
    status,
    code,
    field: typeof field === 'string' ? field.slice(0, 128) : null,
    retryAfter: status === 429 || status === 503 ? Number(details.seconds ?? 2) : null,
    body: { schemas: [schemas.error], status: String(status), ...(scimType !== undefined && { scimType }), detail: errmsg },
  };
}

const metaOf = (resourceType: string, base: string, id: string, { created, changed }: { created: Date; changed: Date }) => ({
  resourceType,
  created: created.toISOString(),
  lastModified: changed.toISOString(),
  location: `${base}/${resourceType}s/${id}`,
});

/** `base`: the address of the platform here. */
export function showPerson(person: StoredPerson, base: string): Record<string, unknown> {
  const { userId, userName, externalId, active, content } = person;
  const { displayName, email, ...name } = content;
  return {
    schemas: [schemas.user],
    id: userId,
    ...(externalId !== null && { externalId }),
    userName,
    ...(Object.keys(name).length > 0 && { name }),
    ...(displayName !== undefined && { displayName }),
    ...(email !== undefined && { emails: [{ value: email, type: 'work', primary: true }] }),
    active,
    meta: metaOf('User', base, userId, person),
  };
}

/** `members`: null if they are not shown. */
export const showGroup = (group: StoredGroup, base: string, members: readonly string[] | null): Record<string, unknown> => ({
  schemas: [schemas.group],
  id: group.departmentId,
  ...(group.externalId !== null && { externalId: group.externalId }),
  displayName: group.name,
  ...(members !== null && { members: members.map((value) => ({ value, $ref: `${base}/Users/${value}`, type: 'User' })) }),
  meta: metaOf('Group', base, group.departmentId, group),
});

export const showList = (
  resources: readonly Record<string, unknown>[],
  { total, startIndex }: { total: number; startIndex: number },
): Record<string, unknown> => ({
  schemas: [schemas.list],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

/** Only what was asked for, by the names at the top (RFC 7644, 3.9). `schemas` and `id` are always there. */
export function chosenOf(
  resource: Record<string, unknown>,
  { only, without }: { only: Set<string> | null; without: Set<string> },
): Record<string, unknown> {
  const isShown = (name: string): boolean =>
    name === 'schemas' || name === 'id' || (!without.has(name.toLowerCase()) && (only === null || only.has(name.toLowerCase())));
  return Object.fromEntries(Object.entries(resource).filter(([name]) => isShown(name)));
}
