import type { Kysely } from 'kysely';
import type { GrantSubject } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { departmentSpaceNames, pathsOf } from '../departments/index.ts';
import { groupNames } from '../groups/index.ts';
import type { GrantSource } from '../permission/index.ts';
import { findPeople } from './people-queries.ts';

/** The names of people and departments by id; '' for deleted ones. */
export interface Names {
  of(id: string): string;
  /** For a person: their departments, from the top. For a department: its parents. */
  path(id: string): string[];
}

export async function namesOf(database: Kysely<Tables>, subjects: readonly GrantSubject[]): Promise<Names> {
  const idsOf = (kind: GrantSubject['kind']): string[] => [...new Set(subjects.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
  const people = await findPeople(database, idsOf('person'));
  const paths = await pathsOf(database, [
    ...new Set([...idsOf('department'), ...people.flatMap((person) => (person.department_id === null ? [] : [person.department_id]))]),
  ]);
  const byId = new Map(people.map((person) => [person.id, person]));
  return {
    of: (id) => byId.get(id)?.real_name ?? paths.get(id)?.at(-1) ?? '',
    path: (id) => {
      const person = byId.get(id);
      return person ? (paths.get(person.department_id ?? '') ?? []) : (paths.get(id) ?? []).slice(0, -1);
    },
  };
}

/** The names of groups and departments by the id of their space. A share has no name; `sourceName` uses that of its initiator. */
export async function spaceNames(database: Kysely<Tables>, sources: readonly GrantSource[]): Promise<ReadonlyMap<string, string>> {
  const idsOf = (kind: GrantSource['kind']): string[] => [...new Set(sources.flatMap((one) => (one.kind === kind ? [one.id] : [])))];
  const [groups, departments] = await Promise.all([
    groupNames(database, idsOf('group')),
    departmentSpaceNames(database, idsOf('department')),
  ]);
  return new Map([...groups, ...departments]);
}
