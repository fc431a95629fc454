import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { serviceConfigOf } from '@alcove/contract';
import type { ServiceConfig } from '@alcove/contract';
import type { Signals } from './signals.ts';
import type { Tables } from './tables.ts';

/** Reads the current service configuration. */
export type ReadServiceConfig = () => Promise<ServiceConfig>;

/** After this time the configuration is read again, in case a signal was lost on a connection that is dead without us knowing. */
const rememberedMs = 15_000;

/**
 * Reads the service configuration once and caches it until the database signals a change, made by any process or by hand. While signals
 * cannot be received, every call reads it again. An answer that was on its way when a signal came is not cached.
 */
export function openServiceConfig(database: Kysely<Tables>, signals: Signals, logger: Logger): ReadServiceConfig {
  let known: { config: Promise<ServiceConfig>; until: number } | null = null;
  const forget = (): void => void (known = null);
  signals.hear('alcove_service_config', forget);
  signals.whenLost(forget);

  const read = async (): Promise<ServiceConfig> => {
    const { config, wrong } = serviceConfigOf(await database.selectFrom('service_config').select(['code', 'value']).execute());
    if (wrong.length > 0) logger.warn({ codes: wrong }, 'invalid rows of the service configuration are ignored');
    return config;
  };
  return async () => {
    if (known && known.until > Date.now()) return known.config;
    const asked = { config: read(), until: Date.now() + rememberedMs };
    if (signals.isHeard()) {
      known = asked;
      asked.config.catch(() => {
        if (known === asked) known = null;
      });
    }
    return asked.config;
  };
}
