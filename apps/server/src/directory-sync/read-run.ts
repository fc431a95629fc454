import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import type { Source, Working } from './deps.ts';
import { findKnown, insertSteps } from './department-queries.ts';
import { insertMissing, insertTold, markTwice } from './entry-queries.ts';
import { matchesAccounts } from './person-queries.ts';
import { planDepartments } from './plan-departments.ts';
import type { DepartmentPlan } from './plan-departments.ts';
import type { PlacedPerson, ToldDepartment, ToldPerson } from './directory-entries.ts';

export interface Read {
  departments: number;
  /** How many people the directory told of. */
  people: number;
  /** Departments that stay as they are. */
  same: number;
  marker: string | null;
}

interface Reading {
  complete: boolean;
  since: string | null;
  withDepartments: boolean;
}

/**
 * Keeps the whole answer of a directory, so that nothing changes after half of one. Departments are always read whole: who is in one that moved was not
 * changed itself. Throws what the source throws, and SYNC_NOT_WHOLE.
 */
export async function readRun(
  database: Kysely<Tables>,
  source: Source,
  run: Working,
  { complete, since, withDepartments }: Reading,
): Promise<Read> {
  const plan = withDepartments ? await readDepartments(database, source, run) : null;
  let [place, people] = [plan?.steps.length ?? 0, 0];
  const subjects = new Set<string>();
  const placesOf = new Map<string, number[]>();
  for await (const page of source.people(complete ? null : since)) {
    await run.check();
    people += page.length;
    if (people > limits.directoryPeople) throw new Failure('SYNC_NOT_WHOLE');
    const placed: PlacedPerson[] = [];
    for await (const one of inTurns(page)) {
      // No directory names two entries with one id.
      if (subjects.has(one.subject)) throw new Failure('SYNC_NOT_WHOLE');
      subjects.add(one.subject);
      const name = one.accountName.toLowerCase();
      placesOf.set(name, [...(placesOf.get(name) ?? []), place + placed.length]);
      placed.push(placedIn(plan, one));
    }
    await insertTold(database, run.runId, place, placed);
    place += page.length;
  }
  await markTwice(database, run.runId, [...placesOf.values()].filter(({ length }) => length > 1).flat());
  if (complete) await insertMissing(database, run.runId, run.platformId, place);
  const told = plan ? plan.places.size : 0;
  return { departments: told, people, same: plan?.same ?? 0, marker: source.marker() };
}

async function readDepartments(database: Kysely<Tables>, source: Source, run: Working): Promise<DepartmentPlan> {
  const told = new Map<string, ToldDepartment>();
  for await (const page of source.departments()) {
    await run.check();
    for (const one of page) {
      if (told.has(one.subject) || told.size >= limits.directoryDepartments) throw new Failure('SYNC_NOT_WHOLE');
      told.set(one.subject, one);
    }
  }
  const known = await findKnown(database, run.platformId);
  const matches = await matchesAccounts(database, run.platformId);
  const plan = planDepartments([...told.values()], known, { matches });
  await insertSteps(database, run.runId, plan.steps);
  return plan;
}

/** A department in conflict has no people: they are in the next one above. */
function placedIn(plan: DepartmentPlan | null, { department, ...person }: ToldPerson): PlacedPerson {
  if (!plan) return { ...person, departmentName: '' };
  const place = department == null ? null : (plan.places.get(department) ?? null);
  return { ...person, department: place, departmentName: place === null ? '' : (plan.names.get(place) ?? '') };
}
