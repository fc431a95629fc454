/**
 * The brake on deleting for good: a mistake, or somebody who means harm, must not destroy the company's files before others can look. What is
 * over the limit of 24 hours waits, and can be restored meanwhile.
 */
import type { ServiceConfig } from '@alcove/contract';

/** How many files may be deleted for good in any 24 hours. `files`: about how many the company has. Pure. */
export const mostADay = (
  { secondBinBrakePercent, secondBinBrakeFiles }: Pick<ServiceConfig, 'secondBinBrakePercent' | 'secondBinBrakeFiles'>,
  files: number,
): number => Math.max(secondBinBrakeFiles, Math.floor((files * secondBinBrakePercent) / 100));

/** Those of the entries, in their order, that may go together without exceeding `left` files. Pure. */
export function withinBrake<Entry extends { files: number }>(entries: readonly Entry[], left: number): Entry[] {
  let rest = left;
  return entries.filter(({ files }) => {
    if (files > rest) return false;
    rest -= files;
    return true;
  });
}
