/** A handful of people may leave at any time. */
const handful = 5;

export interface Leavers {
  /** Who would be frozen. */
  leaving: number;
  /** Whose data come from the directory and who are not frozen. */
  before: number;
  /** Whom the directory told of, if it told of all. */
  told: number | null;
}

/** Whether so many would be frozen that an administrator must say so. A directory that knows nobody at all is no answer. */
export const isTooMany = ({ leaving, before, told }: Leavers, percent: number): boolean =>
  leaving > 0 && (told === 0 || (leaving > handful && leaving * 100 > before * percent));
