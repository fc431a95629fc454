import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { isReachableByOthers } from '../database/index.ts';
import { isRoot } from '../reserved-users.ts';

/**
 * Where a program is: a path is taken as it is, a name is looked for along PATH. Null when it is not installed, or where only root reaches
 * it, as whom nothing is run.
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
