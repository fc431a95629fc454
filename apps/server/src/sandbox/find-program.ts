import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { isReachableByOthers } from '../database/index.ts';
import { isRoot } from '../reserved-users.ts';

/**
 * The path of a program: a path is returned as it is, a name is looked up along PATH. Null if it is not installed, or if only root can
 * reach it, because nothing runs as root.
 */
export async function findProgram(program: string): Promise<string | null> {
  const places = isAbsolute(program) ? [program] : searchPath().map((folder) => join(folder, program));
  for (const place of places) if ((await isExecutable(place)) && (!isRoot() || isReachableByOthers(place))) return place;
  return null;
}

export const searchPath = (): string[] => (process.env['PATH'] ?? '/usr/bin:/bin').split(delimiter).filter((folder) => folder !== '');

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
