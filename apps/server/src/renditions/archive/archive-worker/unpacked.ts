const MiB = 2 ** 20;
/** One unpacked entry. */
export const mostEntryBytes = 200 * MiB;
/** Contents that unpack to more than this and to more than this multiple of their size are bombs that fill a disk. */
const ratio = { from: 10 * MiB, most: 200 };
/** The maximum output for that many packed bytes. */
export const mostUnpacked = (packed: number): number => Math.max(ratio.from, ratio.most * packed);
