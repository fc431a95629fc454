import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { serviceConfigOf } from '@alcove/contract';
import type { ServiceConfig } from '@alcove/contract';
import type { Signals } from './signals.ts';
import type { Tables } from './tables.ts';

/** The service configuration as it is now. */
export type ReadServiceConfig = () => Promise<ServiceConfig>;

/** A signal that got lost on a line that only seems to stand is made up for after this. */
const rememberedMs = 15_000;

/**
 * Reads the service configuration once and keeps it until the database signals that a row of it changed, by whichever process or by
 * hand; while that signal cannot be heard, every question reads it anew. What was on its way when a signal came is not kept.
 */
export function openServiceConfig(database: Kysely<Tables>, signals: Signals, logger: Logger): ReadServiceConfig {
  let known: { config: Promise<ServiceConfig>; until: number } | null = null;
  const forget = (): void => void (known = null);
  signals.hear('alcove_service_config', forget);
  signals.whenLost(forget);

  const read = async (): Promise<ServiceConfig> => {
    const { config, wrong } = serviceConfigOf(await database.selectFrom('service_config').select(['code', 'value']).execute());
    if (wrong.length > 0) logger.warn({ codes: wrong }, 'rows of the service configuration that do not fit count as not set');
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
