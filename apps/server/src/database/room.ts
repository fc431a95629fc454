import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** Whether so many bytes more fit into the one `space` of a statement: an exact fit does (I4). */
export const hasRoom = (bytes: number | RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`(quota_bytes is null or used_bytes + reserved_bytes + allotted_bytes + ${bytes} <= quota_bytes)`;
