import type { ReadServiceConfig } from '../database/index.ts';
import type { SessionTimes } from './session-queries.ts';

/** Reads how long sessions last now. */
export type ReadSessionTimes = () => Promise<SessionTimes>;

const hourMs = 3_600_000;

/** The times of the service configuration, or else those that the server was started with. No session is idle for longer than it lasts. */
export function sessionTimes(serviceConfig: ReadServiceConfig, atStart: SessionTimes): ReadSessionTimes {
  return async () => {
    const { sessionIdleHours, sessionHours } = await serviceConfig();
    const absoluteMs = sessionHours === null ? atStart.absoluteMs : sessionHours * hourMs;
    const idleMs = sessionIdleHours === null ? atStart.idleMs : sessionIdleHours * hourMs;
    return { idleMs: Math.min(idleMs, absoluteMs), absoluteMs };
  };
}
