/**
 * Links into an S3 store. An S3 engine serves a signed link until it expires, even if the permission behind it was revoked. Clients
 * therefore get links to this server, which checks the permission at every read and redirects to a short-lived link of the store.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DownloadGrant, ObjectStore } from './object-store.ts';
import { sealer } from './sealed-text.ts';

const path = '/storage/asked';
/** A read must begin within this time. A media player keeps the address it was redirected to and reads from it now and then. */
const sentOnSeconds = { once: 60, player: 900 };

/** The content of a link, encrypted and authenticated, because clients must not learn the object's key. */
interface Asked extends Pick<DownloadGrant, 'key' | 'fileName' | 'disposition' | 'contentType' | 'person'> {
  claim: string;
  /** Milliseconds since 1970. */
  until: number;
}

export interface GatedLinks {
  sign(grant: DownloadGrant): string;
  routes(app: FastifyInstance): Promise<void>;
}

export interface AskedLinksOptions {
  store: Pick<ObjectStore, 'signDownload'>;
  /** 32 bytes. */
  secret: Buffer;
  /** Whether the holder of a link may use it from this address. */
  letsIn: (request: FastifyRequest, holder: string | undefined, claim: string) => boolean | Promise<boolean>;
  /** Whether the permission behind a link still holds. */
  mayRead: (claim: string) => boolean | Promise<boolean>;
  now: () => Date;
}

export function gatedLinks({ store, secret, letsIn, mayRead, now }: AskedLinksOptions): GatedLinks {
  const { seal, open } = sealer(secret);
  return {
    sign({ key, fileName, disposition, contentType, claim = '', person, expiresSeconds, origin, now: at }) {
      const asked: Asked = {
        key,
        fileName,
        disposition,
        contentType,
        claim,
        ...(person !== undefined && { person }),
        until: at.getTime() + expiresSeconds * 1000,
      };
      return `${origin}${path}?grant=${seal(JSON.stringify(asked))}`;
    },
    async routes(app) {
      app.get<{ Querystring: { grant?: unknown } }>(path, async (request, reply) => {
        const { query, protocol, host } = request;
        reply.header('cache-control', 'private, no-store').header('referrer-policy', 'no-referrer');
        const text = typeof query.grant === 'string' ? open(query.grant) : null;
        const asked = text === null ? null : (JSON.parse(text) as Asked);
        if (!asked || asked.until <= now().getTime()) return reply.code(403).send();
        if (!(await letsIn(request, asked.person, asked.claim)) || !(await mayRead(asked.claim))) return reply.code(403).send();
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
