import type { ReadServiceConfig } from '../database/index.ts';
import type { ReadVersionPolicy, VersionPolicy } from './deps.ts';

/** The policy of the service configuration, or else the one that the server was started with. */
export function versionPolicy(serviceConfig: ReadServiceConfig, atStart: VersionPolicy): ReadVersionPolicy {
  return async () => {
    const { versionsKept, versionDays } = await serviceConfig();
    return { kept: versionsKept ?? atStart.kept, days: versionDays === null ? atStart.days : versionDays || null };
  };
}
