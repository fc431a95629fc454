import { sql } from 'kysely';
import type { Kysely } from 'kysely';
import { commonSettings } from '@alcove/contract';
import type { CommonSettings, Language } from '@alcove/contract';
import type { Tables } from '../database/index.ts';
import type { UserContext } from '../http/index.ts';

type Changes = { [K in keyof CommonSettings]?: CommonSettings[K] | undefined } & {
  language?: Language | undefined;
  skin?: 'light' | 'dark' | 'auto' | undefined;
};

/** Stores the given fields; missing ones stay as they are. */
export async function saveSettings(
  database: Kysely<Tables>,
  { language, skin, ...common }: Changes,
  { caller }: UserContext,
): Promise<CommonSettings> {
  const given = Object.fromEntries(Object.entries(common).filter(([, value]) => value !== undefined));
  const row = await database
    .updateTable('user_account')
    .set({
      settings: sql<string>`settings || ${JSON.stringify(given)}::jsonb`,
      ...(language ? { language } : {}),
      ...(skin ? { skin } : {}),
    })
    .where('id', '=', caller.userId)
    .returning('settings')
    .executeTakeFirstOrThrow();
  return commonSettings.parse(row.settings);
}
