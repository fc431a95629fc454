import type { Capacity } from '@alcove/contract';

const GB = 1024 ** 3;
const units = [
  ['TB', GB * 1024],
  ['GB', GB],
  ['MB', 1024 ** 2],
  ['KB', 1024],
] as const;

export interface CapacityFigures {
  unlimited: boolean;
  own: number;
  group: number;
  free: number;
  total: number;
  /** Shares of the whole in percent; both 0 when unlimited. */
  ownPercent: number;
  groupPercent: number;
  /** Over 90 % is used. */
  nearlyFull: boolean;
}

export function capacityFigures(capacity: Capacity): CapacityFigures {
  const own = capacity.usedSelfCapacity;
  const group = capacity.usedGroupCapacity;
  const total = capacity.totalSize;
  const unlimited = capacity.isLimist === '0';
  const used = Math.max(capacity.usedSize, own + group);
  const percent = (bytes: number) => (unlimited || total <= 0 ? 0 : Math.min(100, (bytes / total) * 100));
  return {
    unlimited,
    own,
    group,
    total,
    free: unlimited ? 0 : Math.max(0, total - used),
    ownPercent: percent(own),
    groupPercent: Math.min(percent(group), 100 - percent(own)),
    nearlyFull: !unlimited && percent(used) > 90,
  };
}

/** The unit that fits `bytes`, for figures that share one line and one unit. */
export const unitFor = (bytes: number): (typeof units)[number] => units.find(([, size]) => bytes >= size) ?? units[3];

/** One decimal at most; what is there but small is never shown as nothing. */
export function inUnit(bytes: number, size: number): string {
  if (bytes <= 0) return '0';
  const value = bytes / size;
  return value < 0.1 ? '<0.1' : String(Math.round(value * 10) / 10);
}
