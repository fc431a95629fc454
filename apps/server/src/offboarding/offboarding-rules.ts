/** What is to be done for a person who leaves, and what keeps it from being done. Pure rules, without a database. */
import { limits, nameFault, offboardingParts } from '@alcove/contract';
import type {
  FailureCode,
  GroupId,
  Language,
  OffboardingCounts,
  OffboardingPart,
  OffboardingPartName,
  OffboardingRequest,
  SuccessorField,
} from '@alcove/contract';
import type { OffboardingItem } from './task-kind.ts';

export type Successors = OffboardingRequest['successors'];

/** What a person has and is responsible for. */
export interface Facts {
  /** `empty`: nothing to hand over, not even in its bin. `levels`: of folders, once all of it is in a folder. */
  space: { empty: boolean; files: number; bytes: number; levels: number };
  groups: readonly { groupId: GroupId; name: string; people: number; bytes: number }[];
  departments: readonly { id: string; name: string }[];
  /** Shares of items in the personal space go with it. */
  shares: { inside: number; elsewhere: number };
  counts: Pick<
    Required<OffboardingCounts>,
    'grants' | 'asked' | 'toAnswer' | 'tasks' | 'uploads' | 'imports' | 'links' | 'memberships' | 'held' | 'favourites' | 'notices'
  >;
}

export interface Successor {
  userId: string;
  name: string;
  active: boolean;
  /** Null: unlimited. */
  freeBytes: number | null;
  usedBytes: number;
  quotaBytes: number | null;
  /** The groups of the leaver that they are in. */
  memberOf: readonly string[];
}

export interface Problem {
  code: FailureCode;
  field: SuccessorField;
  groupId?: string;
  missingBytes?: number;
  blocks: boolean;
}

/** Everybody named as a successor, each once. */
export const namedIn = ({ space, groups, departments, shares }: Successors): string[] => [
  ...new Set([space, ...groups.map(({ userId }) => userId), departments, shares].filter((id): id is string => typeof id === 'string')),
];

/** Whether the shares elsewhere or the grants of the person need somebody. */
const givesAnything = ({ shares, counts }: Facts): boolean => shares.elsewhere > 0 || counts.grants > 0;

/**
 * What is wrong with these successors, in the order of the parts. Storage is used up part by part: the problem is at the part that does not
 * fit any more.
 */
export function problemsOf(facts: Facts, successors: Successors, known: ReadonlyMap<string, Successor>): Problem[] {
  const problems: Problem[] = [];
  const free = new Map([...known].map(([id, { freeBytes }]) => [id, freeBytes]));
  const give = (field: SuccessorField, userId: string | undefined, bytes: number, groupId?: GroupId): void => {
    const at = { field, ...(groupId !== undefined && { groupId }), blocks: true };
    if (userId === undefined) return void problems.push({ code: 'OFFBOARD_SUCCESSOR_MISSING', ...at });
    const successor = known.get(userId);
    if (!successor?.active) return void problems.push({ code: 'OFFBOARD_SUCCESSOR_WRONG', ...at });
    const left = free.get(userId) ?? null;
    if (left !== null && bytes > left) problems.push({ code: 'OFFBOARD_NO_ROOM', missingBytes: bytes - left, ...at });
    if (left !== null) free.set(userId, Math.max(0, left - bytes));
    if (groupId !== undefined && !successor.memberOf.includes(groupId))
      problems.push({ code: 'OFFBOARD_MEMBER_ADDED', ...at, blocks: false });
  };
  if (!facts.space.empty && successors.space !== null) {
    if (facts.space.levels > limits.folderDepth) problems.push({ code: 'TOO_DEEP', field: 'space', blocks: true });
    give('space', successors.space, facts.space.bytes);
  }
  for (const { groupId, bytes } of facts.groups)
    give('groups', successors.groups.find((one) => one.groupId === groupId)?.userId, bytes, groupId);
  if (facts.departments.length > 0) give('departments', successors.departments, 0);
  if (givesAnything(facts)) give('shares', successors.shares, 0);
  return problems;
}

/** The transactions of an offboarding, in their order. `done`: parts that an earlier attempt has finished; groups are always looked at again. */
export function itemsOf(facts: Pick<Facts, 'groups'>, done: ReadonlySet<OffboardingPartName>): OffboardingItem[] {
  return offboardingParts.flatMap((part): OffboardingItem[] => {
    if (part === 'groups') return facts.groups.map(({ groupId: id, name }) => ({ part, id, name }));
    // What came in since then ends as well.
    return part === 'space' && done.has(part) ? [] : [{ part }];
  });
}

/** The parts with what they count; those without anything are left out. */
export function partsOf({ space, groups, departments, shares, counts }: Facts): OffboardingPart[] {
  const of: Record<OffboardingPartName, Omit<OffboardingPart, 'part'>> = {
    work: { counts: { tasks: counts.tasks, uploads: counts.uploads, imports: counts.imports, links: counts.links }, lines: [] },
    space: { counts: space.empty ? {} : { files: space.files, bytes: space.bytes, shares: shares.inside }, lines: [] },
    groups: {
      counts: { groups: groups.length },
      lines: groups.map(({ groupId: id, name, people, bytes }) => ({ id, name, people, bytes })),
    },
    departments: { counts: { departments: departments.length }, lines: departments.map(({ id, name }) => ({ id, name })) },
    shares: { counts: { shares: shares.elsewhere, grants: counts.grants }, lines: [] },
    requests: { counts: { asked: counts.asked, toAnswer: counts.toAnswer }, lines: [] },
    held: {
      counts: { memberships: counts.memberships, held: counts.held, favourites: counts.favourites, notices: counts.notices },
      lines: [],
    },
    account: { counts: {}, lines: [] },
  };
  return offboardingParts
    .map((part) => ({ part, ...of[part] }))
    .filter(({ part, counts: counted }) => Object.values(counted).some((n) => n > 0) || (part === 'space' && !space.empty));
}

/** The folder that gets the files of the personal space. */
export function folderNameFor(name: string, language: Language): string {
  const folder = language === 'zh-CN' ? `${name}的文件` : `Files of ${name}`;
  return nameFault(folder) === null ? folder : language === 'zh-CN' ? '离职人员的文件' : 'Files of a leaver';
}

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size for a message, such as `1.50 GB`. Rounded up, so that what is missing suffices. */
export function sizeText(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  return power === 0 ? `${bytes} B` : `${(Math.ceil((bytes / 1024 ** power) * 100) / 100).toFixed(2)} ${units[power]}`;
}
