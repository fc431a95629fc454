import type { Capacity } from '@alcove/contract';

const GB = 1024 ** 3;
const units = [
  ['TB', GB * 1024],
  ['GB', GB],
  ['MB', 1024 ** 2],
] as const;

/** Sizes are bytes. */
export interface CapacityFigures {
  unlimited: boolean;
  own: number;
  /** Storage allotted to groups. */
  group: number;
  /** The part of `group` that the groups' files use. */
  groupUsed: number;
  free: number;
  total: number;
  /** Percent of the total; both 0 when unlimited. */
  ownPercent: number;
  groupPercent: number;
  /** More than 90 % is used. */
  nearlyFull: boolean;
}

export function capacityFigures(capacity: Capacity): CapacityFigures {
  const own = capacity.usedSelfCapacity;
  const group = capacity.groupCapacity;
  const total = capacity.totalSize;
  const unlimited = capacity.isLimist === '0';
  const used = Math.max(capacity.usedSize, own + group);
  const percent = (bytes: number) => (unlimited || total <= 0 ? 0 : Math.min(100, (bytes / total) * 100));
  return {
    unlimited,
    own,
    group,
    groupUsed: capacity.usedGroupCapacity,
    total,
    free: unlimited ? 0 : Math.max(0, total - used),
    ownPercent: percent(own),
    groupPercent: Math.min(percent(group), 100 - percent(own)),
    nearlyFull: !unlimited && percent(used) > 90,
  };
}

/** A size with at most one decimal, for narrow lines: `61.1 KB`, `2 GB`. */
export function shortSize(bytes: number): string {
  if (!(bytes > 0)) return '0 KB';
  const [unit, size] = units.find(([, least]) => bytes >= least) ?? (['KB', 1024] as const);
  return `${Math.max(0.1, Math.round((bytes / size) * 10) / 10)} ${unit}`;
}
