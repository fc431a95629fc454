import type { Configuration } from 'openid-client';

export type Description = ReturnType<Configuration['serverMetadata']>;

/** What platforms say of themselves, by issuer. A process keeps it for an hour, so that a sign-in waits for one question less. */
export interface Descriptions {
  find(issuer: string): Description | null;
  keep(issuer: string, description: Description): void;
  /** After anything went wrong: an address in it, or the keys at one, may have changed. */
  forget(issuer: string): void;
}

const keptMs = 3600_000;
const mostKept = 100;

export function keepDescriptions(now: () => number = () => performance.now()): Descriptions {
  const kept = new Map<string, { description: Description; until: number }>();
  return {
    find(issuer) {
      const one = kept.get(issuer);
      return one && one.until > now() ? one.description : null;
    },
    keep(issuer, description) {
      kept.delete(issuer);
      const [oldest] = kept.keys();
      if (kept.size >= mostKept && oldest !== undefined) kept.delete(oldest);
      kept.set(issuer, { description, until: now() + keptMs });
    },
    forget: (issuer) => void kept.delete(issuer),
  };
}
