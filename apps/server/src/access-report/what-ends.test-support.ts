/** Every combination of what gives a permission, in which kind of space, and what ends it, with the reasons why some are impossible. */
import { turnOf } from '../testing/index.ts';

export const spaces = ['personal', 'group', 'department'] as const;
export type Space = (typeof spaces)[number];
export const ways = [
  'share with a person',
  'share with a department',
  'membership of a person',
  'membership of a department',
  'level of a person on a folder',
  'level of a department on a folder',
  'request for a folder',
  'request for the whole',
  'manager',
  'manager of a department above',
  'default level',
  "the department's own space",
] as const;
export type Way = (typeof ways)[number];
export const ends = [
  'taken back by its giver',
  'taken back from the list by who answers for the place',
  'left by its receiver',
  'expired',
  'receiver frozen',
  'giver frozen',
  'item moved to another space',
  'space dissolved',
] as const;
export type End = (typeof ends)[number];

export interface Cell {
  way: Way;
  space: Space;
  end: End;
}

const spacesOf: Record<Way, readonly Space[]> = {
  'share with a person': spaces,
  'share with a department': spaces,
  'membership of a person': ['group'],
  'membership of a department': ['group'],
  'level of a person on a folder': ['group', 'department'],
  'level of a department on a folder': ['group', 'department'],
  'request for a folder': spaces,
  'request for the whole': ['group', 'department'],
  manager: spaces,
  'manager of a department above': ['department'],
  'default level': ['department'],
  "the department's own space": ['department'],
};

/** Whether it is stored as an internal share. */
export const isShare = ({ way, space }: Omit<Cell, 'end'>): boolean =>
  way === 'share with a person' ||
  way === 'share with a department' ||
  (way === 'manager' && space === 'personal') ||
  (way === 'request for a folder' && space !== 'department');
export const byDepartment = (way: Way): boolean =>
  way === 'share with a department' || way.includes('of a department on') || way === 'membership of a department';
const throughOwn = (way: Way): boolean => way === 'default level' || way === "the department's own space";

/** Why this combination is impossible, or null. */
export function impossible(cell: Cell): string | null {
  const { way, space, end } = cell;
  if (!spacesOf[way].includes(space)) return `${way} does not exist in a ${space} space`;
  const share = isShare(cell);
  if (end === 'taken back by its giver' && way === "the department's own space") return 'nobody in particular gave it';
  if (end === 'taken back from the list by who answers for the place') {
    if (space === 'personal') return 'the owner, who gave it, is the only one who answers for a personal space';
    if (way === 'manager of a department above') return 'they are named in the department above';
  }
  if (end === 'left by its receiver') {
    if (way === 'manager of a department above' || (space === 'department' && !share && !byDepartment(way) && !throughOwn(way)))
      return 'what names a person in a department is not theirs to leave';
  }
  if (end === 'expired' && !share && way !== 'request for a folder' && way !== 'request for the whole') return 'it has no end of its own';
  if (end === 'giver frozen' && !share) return 'it is given by the place, not by a person';
  if (end === 'space dissolved') {
    if (space === 'personal') return 'a personal space is not dissolved';
    if (throughOwn(way)) return 'a department ends only when its people have left it';
    if (way === 'manager of a department above') return 'the managers above are heirs of an ended department';
  }
  return null;
}

const placesOf = ({ way, space, end }: Cell): string[] => [`${way} in ${space}`, `${end} in ${space}`];
const endOf = (cell: Cell): string => `${cell.end} of ${cell.way} ${isShare(cell) ? 'as a share' : 'of the place'}`;

export const everyCell: Cell[] = ways.flatMap((way) => spaces.flatMap((space) => ends.map((end) => ({ way, space, end }))));

/**
 * What differs in the code: each way and each end in each kind of space, and each way with each end, also by how it is stored. Of the last,
 * which are most, an ordinary run must have half: others with each commit, and each in time.
 */
export function traitsNowOf(cells: readonly Cell[]): (cell: Cell) => string[] {
  const endsNow = new Set(turnOf([...new Set(cells.map(endOf))], 2));
  return (cell) => [...placesOf(cell), ...(endsNow.has(endOf(cell)) ? [endOf(cell)] : [])];
}
