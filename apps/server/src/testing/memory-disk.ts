/**
 * Where tests may keep files in memory. They make and delete many small ones, and ext4 goes through the inodes that were deleted in the last
 * seconds for each file it makes.
 */
import { statfsSync } from 'node:fs';

const folder = '/dev/shm';

/** A folder in memory with room for so many bytes, or null. */
export function memoryDisk(room: number): string | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return Math.min(bavail * bsize, process.availableMemory()) >= room ? folder : null;
  } catch {
    return null;
  }
}
