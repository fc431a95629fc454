import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { PluginInfo } from '@alcove/contract';
import type { Tables } from '../database/index.ts';

const revision = z.string().regex(/^\d{1,9}(\.\d{1,9}){0,5}$/);
/** A path of this site, or a web address: it becomes a link on our pages. */
const address = z.union([z.string().regex(/^\/(?!\/)[^\s\\]*$/), z.url({ protocol: /^https?$/ })]).and(z.string().max(2048));
const stored = z.strictObject({
  revision,
  systems: z.array(z.strictObject({ system: z.enum(['windows', 'macos', 'linux']), version: z.string().max(64), address })).max(20),
  testHosts: z.array(z.string().max(253)).max(100).default([]),
});
const nothingOffered: PluginInfo = { revision: '0.0.0.0', systems: [], testHosts: [] };

/** Code 'pluginInfo' of the service configuration. One that does not make sense offers nothing: no page may break over it. */
export async function readPluginInfo(database: Kysely<Tables>): Promise<PluginInfo> {
  const row = await database.selectFrom('service_config').select('value').where('code', '=', 'pluginInfo').executeTakeFirst();
  const parsed = stored.safeParse(row?.value);
  return parsed.success ? parsed.data : nothingOffered;
}
