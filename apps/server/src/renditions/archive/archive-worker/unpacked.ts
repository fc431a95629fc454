const MiB = 2 ** 20;
/** One entry, unpacked. */
export const mostEntryBytes = 200 * MiB;
/** What unpacks to more than this, and to more than so many times its size, was made to fill a disk. */
const ratio = { from: 10 * MiB, most: 200 };
/** The most that may come out of so many packed bytes. */
export const mostUnpacked = (packed: number): number => Math.max(ratio.from, ratio.most * packed);
