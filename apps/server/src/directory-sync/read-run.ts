import type { Kysely } from 'kysely';
import { limits } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { Failure } from '../http/index.ts';
import { inTurns } from '../in-turns.ts';
import type { Source, Working } from './deps.ts';
import { findKnown, insertSteps } from './department-queries.ts';
import { insertMissing, insertTold, markTwice, placeMissing } from './entry-queries.ts';
import { judgeLinked } from './judge-person.ts';
import { findLinked, findPresent, matchesAccounts } from './person-queries.ts';
import { planDepartments } from './plan-departments.ts';
import type { DepartmentPlan } from './plan-departments.ts';
import type { PlacedPerson, ToldDepartment, ToldPerson } from './directory-entries.ts';

export interface Read {
  departments: number;
  /** How many people the directory told of. */
  people: number;
  /** Departments and people that stay as they are. */
  same: number;
  marker: string | null;
}

interface Reading {
  complete: boolean;
  since: string | null;
  withDepartments: boolean;
}

/** Whose account name another entry has, too. A name that was made of another one gives way to whoever is called so. */
class UniqueNames {
  readonly twice = new Set<number>();
  readonly #seen = new Map<string, { place: number; made: boolean }>();

  add({ accountName, nameMade: made = false }: Pick<ToldPerson, 'accountName' | 'nameMade'>, place: number): void {
    const name = accountName.toLowerCase();
    const other = this.#seen.get(name);
    if (other && (other.made || !made)) this.twice.add(other.place);
    if (other && (made || !other.made)) this.twice.add(place);
    if (!other || (other.made && !made)) this.#seen.set(name, { place, made });
  }
}

/** How many people of the platform are compared at a time with whom it told of. */
const presentSize = 1000;
const firstId = '00000000-0000-0000-0000-000000000000';

/**
 * Keeps the whole answer of a directory, so that nothing changes after half of one. People who are as they were are only counted, because mostly all are.
 * Departments are always read whole: who is in one that moved was not changed itself. Throws what the source throws, and SYNC_NOT_WHOLE.
 */
export async function readRun(
  database: Kysely<Tables>,
  source: Source,
  run: Working,
  { complete, since, withDepartments }: Reading,
): Promise<Read> {
  const { runId, platformId } = run;
  const plan = withDepartments ? await readDepartments(database, source, run) : null;
  let [place, people, same] = [plan?.steps.length ?? 0, 0, plan?.same ?? 0];
  const subjects = new Set<string>();
  const names = new UniqueNames();
  for await (const page of source.people(complete ? null : since)) {
    await run.check();
    people += page.length;
    if (people > limits.directoryPeople) throw new Failure('SYNC_NOT_WHOLE');
    const linked = await findLinked(
      database,
      platformId,
      page.map(({ subject }) => subject),
    );
    const differing: { place: number; told: PlacedPerson }[] = [];
    for await (const one of inTurns(page)) {
      // No directory names two entries with one id.
      if (subjects.has(one.subject)) throw new Failure('SYNC_NOT_WHOLE');
      subjects.add(one.subject);
      names.add(one, place);
      const [told, known] = [placedIn(plan, one), linked.get(one.subject)];
      if (known && judgeLinked(told, known).change === 'same') same += 1;
      else differing.push({ place, told });
      place += 1;
    }
    if (differing.length > 0) await insertTold(database, runId, differing);
  }
  await markTwice(database, runId, [...names.twice]);
  if (complete) await keepMissing(database, run, subjects, place);
  return { departments: plan?.places.size ?? 0, people, same, marker: source.marker() };
}

/** Keeps whom the platform no longer tells of. */
async function keepMissing(
  database: Kysely<Tables>,
  { runId, platformId, check }: Working,
  told: ReadonlySet<string>,
  first: number,
): Promise<void> {
  let kept = 0;
  for (let after = firstId; ;) {
    await check();
    const page = await findPresent(database, platformId, { after, limit: presentSize });
    if (!page) break;
    const missing = page.present.filter(({ subject }) => !told.has(subject));
    if (missing.length > 0) await insertMissing(database, runId, -kept, missing);
    kept += missing.length;
    after = page.last;
  }
  if (kept > 0) await placeMissing(database, runId, first);
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
