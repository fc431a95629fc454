import { departmentNameFault, limits } from '@alcove/contract';
import type { SyncConflict, SyncDifference } from '@alcove/contract';
import type { ToldDepartment } from './directory-entries.ts';

/** A department as it is here. `subject`: its name in this directory; null if it is not of this directory. */
export interface KnownDepartment {
  departmentId: string;
  subject: string | null;
  parentId: string | null;
  name: string;
  /** It belongs to another directory. */
  ofOther: boolean;
}

export type DepartmentStep =
  | { change: 'new'; subject: string; name: string; parent: string | null }
  | { change: 'match'; subject: string; name: string; parent: string | null; departmentId: string }
  | { change: 'change'; subject: string; name: string; parent: string | null; departmentId: string; differences: SyncDifference[] }
  | { change: 'conflict'; subject: string; name: string; conflict: SyncConflict }
  /** The directory no longer has it. */
  | { change: 'free'; subject: string; name: string; departmentId: string };

export interface DepartmentPlan {
  /** In the order in which they are done: a department comes after the one above it. Those without a change are missing. */
  steps: DepartmentStep[];
  same: number;
  /** For each entry, the department in which its people are: itself, or the next one above that can be had. Null: none. */
  places: Map<string, string | null>;
  names: Map<string, string>;
}

/** Who may have a name below a department of the directory (its subject), or at the top (null), counts without upper and lower case. */
const nameKey = (name: string): string => name.toLowerCase();

/** What becomes of the departments. An entry that is its own superior, or below nothing, is left alone with everything below it. */
export function planDepartments(
  told: readonly ToldDepartment[],
  known: readonly KnownDepartment[],
  { matches }: { matches: boolean },
): DepartmentPlan {
  const plan: DepartmentPlan = { steps: [], same: 0, places: new Map(), names: new Map(told.map(({ subject, name }) => [subject, name])) };
  const bySubject = new Map(known.flatMap((one) => (one.subject === null ? [] : [[one.subject, one]])));
  const byId = new Map(known.map((one) => [one.departmentId, one]));
  const byName = new Map(known.map((one) => [`${one.parentId ?? ''}/${nameKey(one.name)}`, one]));
  const below = Map.groupBy(told, ({ parent }) => parent);
  const toldSubjects = new Set(told.map(({ subject }) => subject));
  const taken = new Set<string>();
  const conflict = (one: ToldDepartment, code: SyncConflict, place: string | null) => {
    plan.places.set(one.subject, place);
    plan.steps.push({ change: 'conflict', subject: one.subject, name: one.name, conflict: code });
  };

  /** `parentId`: the department here under which these are; undefined: it will be made. `place`: what takes the people of those in conflict. */
  const visit = (
    at: string | null,
    { place, parentId, depth }: { place: string | null; parentId: string | null | undefined; depth: number },
  ) => {
    const all = below.get(at) ?? [];
    const twice = Map.groupBy(all, ({ name }) => nameKey(name));
    for (const one of all) {
      const { subject, name } = one;
      const mine = bySubject.get(subject);
      const there = parentId === undefined ? undefined : byName.get(`${parentId ?? ''}/${nameKey(name)}`);
      const named = there === mine ? undefined : there;
      const isFree = !named || (named.subject !== null && !named.ofOther);
      const key = `${place ?? ''}/${nameKey(name)}`;
      const why: SyncConflict | null =
        departmentNameFault(name) !== null
          ? 'departmentNameWrong'
          : depth > limits.departmentDepth
            ? 'departmentTooDeep'
            : (twice.get(nameKey(name))!.length > 1 && mine?.name !== name) || taken.has(key)
              ? 'departmentTwice'
              : !isFree && (mine || !matches || named.ofOther)
                ? 'departmentNameTaken'
                : null;
      if (why) {
        conflict(one, why, place);
        // What is below a department in conflict is where its people are.
        visit(subject, { place, parentId, depth });
        continue;
      }
      taken.add(key);
      plan.places.set(subject, subject);
      const base = { subject, name, parent: place };
      if (mine) {
        const before = mine.parentId === null ? null : byId.get(mine.parentId);
        const moved = before === null ? place !== null : before?.subject !== place || place === null;
        const differences: SyncDifference[] = [
          ...(mine.name === name ? [] : [{ field: 'name' as const, before: mine.name, after: name }]),
          ...(moved ? [{ field: 'parent' as const, before: before?.name ?? '', after: plan.names.get(place ?? '') ?? '' }] : []),
        ];
        if (differences.length > 0) plan.steps.push({ change: 'change', ...base, departmentId: mine.departmentId, differences });
        else plan.same += 1;
      } else if (named && isFree === false) plan.steps.push({ change: 'match', ...base, departmentId: named.departmentId });
      else plan.steps.push({ change: 'new', ...base });
      const here = mine?.departmentId ?? (isFree ? undefined : named.departmentId);
      visit(subject, { place: subject, parentId: here, depth: depth + 1 });
    }
  };
  visit(null, { place: null, parentId: null, depth: 1 });
  for (const one of told) if (!plan.places.has(one.subject)) conflict(one, 'departmentNowhere', null);
  for (const { subject, name, departmentId } of known)
    if (subject !== null && !toldSubjects.has(subject)) plan.steps.push({ change: 'free', subject, name, departmentId });
  return plan;
}
