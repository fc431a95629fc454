/**
 * Links into an S3 store. Such an engine serves a link until it runs out, whatever became of the right that it was given for. So
 * links lead here, where that is asked at every read, and on from here to one of the store's own that holds for a moment.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { DownloadGrant, ObjectStore } from './object-store.ts';

const path = '/storage/asked';
/** A read must begin within this time. A player stays with the address that it was sent on to, and reads from it now and then. */
const sentOnSeconds = { once: 60, player: 900 };

/** What a link carries, sealed. */
interface Asked extends Pick<DownloadGrant, 'key' | 'fileName' | 'disposition' | 'contentType'> {
  claim: string;
  /** Milliseconds since 1970. */
  until: number;
}

export interface AskedLinks {
  sign(grant: DownloadGrant): string;
  routes(app: FastifyInstance): Promise<void>;
}

export interface AskedLinksOptions {
  store: Pick<ObjectStore, 'signDownload'>;
  secret: Buffer;
  /** Whether what a link stands on still holds. */
  mayRead: (claim: string) => boolean | Promise<boolean>;
  now: () => Date;
}

export function askedLinks({ store, secret, mayRead, now }: AskedLinksOptions): AskedLinks {
  const sealOf = (text: string): Buffer => createHmac('sha256', secret).update(text).digest();
  const open = (text: string, seal: string): Asked | null => {
    const [given, expected] = [Buffer.from(seal, 'base64url'), sealOf(text)];
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
    const asked = JSON.parse(Buffer.from(text, 'base64url').toString()) as Asked;
    return asked.until > now().getTime() ? asked : null;
  };
  return {
    sign({ key, fileName, disposition, contentType, claim = '', expiresSeconds, origin, now: at }) {
      const asked: Asked = { key, fileName, disposition, contentType, claim, until: at.getTime() + expiresSeconds * 1000 };
      const text = Buffer.from(JSON.stringify(asked)).toString('base64url');
      return `${origin}${path}?grant=${text}&seal=${sealOf(text).toString('base64url')}`;
    },
    async routes(app) {
      app.get<{ Querystring: { grant?: string; seal?: string } }>(path, async ({ query, protocol, host }, reply) => {
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
        const asked = typeof query.grant === 'string' && typeof query.seal === 'string' ? open(query.grant, query.seal) : null;
        if (!asked || !(await mayRead(asked.claim))) return reply.code(403).send();
        const player = /^(?:video|audio)\//.test(asked.contentType);
        const url = store.signDownload({
          ...asked,
          expiresSeconds: player ? sentOnSeconds.player : sentOnSeconds.once,
          origin: `${protocol}://${host}`,
          now: now(),
        });
        return reply.redirect(url, 302);
      });
    },
  };
}
