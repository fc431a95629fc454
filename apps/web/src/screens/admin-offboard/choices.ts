/** Who gets what, as it is chosen on the screen. Pure. */
import type { OffboardingPreview, OffboardingProblem, SuccessorField } from '@alcove/contract';
import type { Successors } from './offboard-queries.ts';
import type { Chosen } from './Successor.tsx';

export interface Choices {
  space: Chosen | null;
  keeps: boolean;
  /** By group. */
  groups: Readonly<Record<string, Chosen | null>>;
  departments: Chosen | null;
  shares: Chosen | null;
}

export const nobody: Choices = { space: null, keeps: false, groups: {}, departments: null, shares: null };

/** Everything to one person; how the space is handled stays as it is. */
export function everythingTo(chosen: Chosen | null, before: Choices, { parts }: Pick<OffboardingPreview, 'parts'>): Choices {
  const groups = parts.find(({ part }) => part === 'groups')?.lines ?? [];
  return {
    ...before,
    space: chosen,
    groups: Object.fromEntries(groups.map(({ id }) => [id, chosen])),
    departments: chosen,
    shares: chosen,
  };
}

/** As the call takes them. */
export const successorsOf = ({ space, keeps, groups, departments, shares }: Choices): Successors => ({
  ...(keeps ? { space: null } : space && { space: space.userId }),
  groups: Object.entries(groups).flatMap(([groupId, chosen]) => (chosen ? [{ groupId, userId: chosen.userId }] : [])),
  ...(departments && { departments: departments.userId }),
  ...(shares && { shares: shares.userId }),
});

export const isMissing = ({ code }: OffboardingProblem): boolean => code === 'OFFBOARD_SUCCESSOR_MISSING';

/** What blocks this part or this group, and else the hint to it. */
export function problemAt(
  problems: readonly OffboardingProblem[],
  field: SuccessorField,
  groupId?: string,
): OffboardingProblem | undefined {
  const here = problems.filter((one) => one.field === field && one.groupId === groupId);
  return here.find(({ blocks }) => blocks) ?? here[0];
}
