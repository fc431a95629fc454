import { limits } from '@alcove/contract';
import type { Department, FailureCode, Person } from '@alcove/contract';

/** A choice in the picker: a person, or a department with everyone in it. */
export type Choice =
  | { kind: 'person'; id: string; name: string; accountName: string; path: readonly string[] }
  | { kind: 'department'; id: string; name: string; path: readonly string[]; people: number; departments: number };

/** A choice with its role; `role` is missing where the picker asks for none. */
export type Chosen = Choice & { role?: string };

export const personChoice = (person: Person): Choice => ({
  kind: 'person',
  id: person.userId,
  name: person.userRealName,
  accountName: person.userName,
  path: person.departmentPath,
});

export const departmentChoice = (department: Department): Choice => ({
  kind: 'department',
  id: department.departmentId,
  name: department.name,
  path: department.path,
  people: department.people,
  departments: department.departments,
});

export interface Refusal {
  code: Extract<FailureCode, 'TOO_MANY_PEOPLE' | 'TOO_MANY_DEPARTMENTS' | 'DEPARTMENT_TOO_BROAD' | 'TOO_MANY_ITEMS'>;
  details: Record<string, string | number>;
}

/** Why `candidate` cannot be added, or null (specification 2 sections 8 and 9). The server checks the same on submit. */
export function refusalOf(chosen: readonly Chosen[], candidate: Choice, max: number): Refusal | null {
  if (chosen.length >= max) return { code: 'TOO_MANY_ITEMS', details: { limit: max } };
  const alike = chosen.filter((one) => one.kind === candidate.kind).length;
  if (candidate.kind === 'person')
    return alike < limits.peopleChosen ? null : { code: 'TOO_MANY_PEOPLE', details: { limit: limits.peopleChosen } };
  if (candidate.departments > limits.subDepartments)
    return { code: 'DEPARTMENT_TOO_BROAD', details: { name: candidate.name, limit: limits.subDepartments } };
  return alike < limits.departmentsChosen ? null : { code: 'TOO_MANY_DEPARTMENTS', details: { limit: limits.departmentsChosen } };
}

/** Adds the new choices in order and stops at the first refusal, which is returned too. */
export function added(
  chosen: readonly Chosen[],
  candidates: readonly Choice[],
  { max, role }: { max: number; role: string | undefined },
): { chosen: readonly Chosen[]; refusal: Refusal | null } {
  const next = [...chosen];
  const ids = new Set(chosen.map((one) => one.id));
  for (const candidate of candidates) {
    if (ids.has(candidate.id)) continue;
    const refusal = refusalOf(next, candidate, max);
    if (refusal) return { chosen: next, refusal };
    ids.add(candidate.id);
    next.push(role === undefined ? candidate : { ...candidate, role });
  }
  return { chosen: next, refusal: null };
}

export const removed = (chosen: readonly Chosen[], id: string): readonly Chosen[] => chosen.filter((one) => one.id !== id);
