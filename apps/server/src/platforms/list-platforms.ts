import type { Kysely } from 'kysely';
import type { Platform } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import { presentDirectory } from './change-directories.ts';
import { present } from './change-platforms.ts';
import { presentScim } from './change-scim.ts';
import { listDirectories } from './directory-queries.ts';
import { listPlatforms } from './platform-queries.ts';
import { listScim } from './scim-queries.ts';

/** All of every kind, by name. */
export async function pageOfPlatforms(database: Kysely<Tables>, origin: string): Promise<Platform[]> {
  const providers = (await listPlatforms(database)).map((one) => ({ place: one.place, platform: present(one, origin) }));
  const directories = (await listDirectories(database)).map((one) => ({ place: one.place, platform: presentDirectory(one) }));
  const pushing = (await listScim(database)).map((one) => ({ place: one.place, platform: presentScim(one, origin) }));
  return [...providers, ...directories, ...pushing].sort((a, b) => a.place - b.place).map(({ platform }) => platform);
}
