/** A group as a provider says it. Pure. */
import { departmentNameOf } from '../directory-sync/index.ts';
import { Failure } from '../http/index.ts';
import { fieldOf, isRecord, withPaths } from './patches.ts';
import type { Operation, Path } from './patches.ts';

export interface GroupResource {
  name: string;
  externalId: string | null;
}

/** What becomes of the members. Without `ids`, all of them. */
export interface MemberStep {
  op: 'add' | 'replace' | 'remove';
  ids: string[] | null;
}

/** Throws SCIM_VALUE_WRONG. */
function nameOf(value: unknown): string {
  if (typeof value !== 'string' || value.length > 256 || departmentNameOf(value) === '')
    throw new Failure('SCIM_VALUE_WRONG', { field: 'displayName' });
  return value;
}

/** Throws SCIM_VALUE_WRONG. */
function externalIdOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  if (typeof value !== 'string' || value.length > 256) throw new Failure('SCIM_VALUE_WRONG', { field: 'externalId' });
  return value;
}

/** Throws SCIM_VALUE_WRONG. */
function membersOf(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : value === undefined ? [] : [value];
  return all.map((one) => {
    const id = isRecord(one) ? fieldOf(one, 'value') : one;
    if (typeof id !== 'string') throw new Failure('SCIM_VALUE_WRONG', { field: 'members' });
    return id.toLowerCase();
  });
}

/** A whole group, from POST or PUT: its members are these and no others. Throws SCIM_BODY_WRONG, SCIM_VALUE_WRONG. */
export function readGroup(body: unknown): { group: GroupResource; steps: MemberStep[] } {
  if (!isRecord(body)) throw new Failure('SCIM_BODY_WRONG');
  const group = { name: nameOf(fieldOf(body, 'displayname')), externalId: externalIdOf(fieldOf(body, 'externalid')) };
  return { group, steps: [{ op: 'replace', ids: membersOf(fieldOf(body, 'members')) }] };
}

/** Throws SCIM_BODY_WRONG, SCIM_PATH_WRONG, SCIM_VALUE_WRONG. */
export function patchGroup(before: GroupResource, operations: readonly Operation[]): { group: GroupResource; steps: MemberStep[] } {
  const group = { ...before };
  const steps: MemberStep[] = [];
  for (const operation of operations)
    for (const { op, path, value } of withPaths(operation)) {
      if (path.attribute === 'displayname') group.name = nameOf(op === 'remove' ? undefined : value);
      if (path.attribute === 'externalid') group.externalId = externalIdOf(op === 'remove' ? undefined : value);
      if (path.attribute === 'members') steps.push({ op, ids: idsOf(op, path, value) });
    }
  return { group, steps };
}

/** Microsoft Entra names those to be removed in the value, others in the path. */
function idsOf(op: Operation['op'], { where }: Path, value: unknown): string[] | null {
  if (where) return where.name === 'value' ? [where.value.toLowerCase()] : [];
  return op === 'remove' && value === undefined ? null : membersOf(value);
}
