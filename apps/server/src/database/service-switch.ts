import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether a switch of the service configuration is on, as an expression of a statement; what was never set is off. */
export const serviceSwitch = (code: string): RawBuilder<boolean> =>
  sql`coalesce((select value = 'true'::jsonb from service_config where code = ${code}), false)`;
