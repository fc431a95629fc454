import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { scimPath } from '@alcove/contract';
import { Failure, languageOf, networkOf, originOf, parseJson, RateLimiter, takeBody } from '../http/index.ts';
import type { CallOptions, CountCall } from '../http/index.ts';
import { chosenOf, mediaType, refusedAs, showList } from './answers.ts';
import type { ScimDeps } from './deps.ts';
import { bindGroups } from './group-routes.ts';
import { findPushing, insertRequest, noteUsed } from './platform-queries.ts';
import { choiceIn } from './requests.ts';
import type { Asked, Bind } from './requests.ts';
import { providerConfig, resourceTypes, schemaList } from './schemas.ts';
import { bindUsers } from './user-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a platform's request, once it is admitted. */
    asked: Asked | null;
  }
}

type Options = Pick<CallOptions, 'letsIn' | 'refusedAddress' | 'isHeld' | 'bodyMs'> & { countCall: CountCall };

const mostBytes = 1024 * 1024;
/** Of a platform, over all processes; and of those whose token is wrong, from one network. */
const rates = { platform: { times: 6000, seconds: 60 }, refused: { perMinute: 120 } };
/** What has no token to compare with is compared with this, so that it takes as long. */
const nobody = createHash('sha256').update('nobody').digest();

/**
 * SCIM 2.0 for the platforms that push people, below `/scim/v2/<platform>`. A token is all that a request needs, so it has no session, no cookie and no
 * marker. Answers and refusals are those of the protocol, outside the envelope.
 */
export async function serveScim(app: FastifyInstance, deps: ScimDeps, options: Options): Promise<void> {
  const refusals = new RateLimiter();
  const admit = admission(deps, options, refusals);
  await app.register(
    async (scope) => {
      scope.decorateRequest('asked', null);
      scope.removeAllContentTypeParsers();
      const parse = async (request: FastifyRequest): Promise<unknown> => {
        const chunks: Buffer[] = [];
        await takeBody(request.raw, { mostBytes, withinMs: options.bodyMs }, (chunk) => void chunks.push(chunk));
        return parseJson(Buffer.concat(chunks));
      };
      for (const type of ['application/scim+json', 'application/json']) scope.addContentTypeParser(type, parse);
      scope.addHook('onRequest', async (request) => void (request.asked = await admit(request)));
      scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      scope.setErrorHandler(async (error, request, reply) => {
        const { status, code, field, retryAfter, body } = refusedAs(error, languageOf(request.headers['accept-language']));
        if (status >= 500) request.log.error({ err: error }, 'request of a platform failed');
        else request.log.info({ failure: code }, 'request of a platform refused');
        if (retryAfter !== null) reply.header('retry-after', String(retryAfter));
        if (status === 401) reply.header('www-authenticate', 'Bearer');
        if (request.asked) await keep(deps, request, request.asked, { status, failure: code, field });
        return reply.code(status).type(mediaType).send(body);
      });
      scope.setNotFoundHandler(async () => {
        throw new Failure('SCIM_GONE');
      });
      bindAll(scope, deps);
    },
    { prefix: scimPath },
  );
}

/** Who asks, from the token alone, before any of the body is read. Throws ADDRESS_NOT_ALLOWED, TOO_MANY_REQUESTS, SCIM_TOKEN_WRONG, BEING_MOVED. */
function admission({ database }: ScimDeps, { letsIn, refusedAddress, isHeld, countCall }: Options, refusals: RateLimiter) {
  return async (request: FastifyRequest): Promise<Asked> => {
    const { ip: address, id: traceId, headers } = request;
    const agent = (headers['user-agent'] ?? '').slice(0, 300);
    if (!(await letsIn(address, { area: 'administration', userId: null }))) {
      await refusedAddress({ address, userId: null, agent, traceId });
      throw new Failure('ADDRESS_NOT_ALLOWED', { address });
    }
    const network = networkOf(address);
    const waitMs = refusals.take(network, rates.refused);
    if (waitMs > 0) throw new Failure('TOO_MANY_REQUESTS', { seconds: Math.ceil(waitMs / 1000) });
    // Also of an address that leads nowhere, so that it is not told without a token.
    const id = request.url.slice(scimPath.length + 1).split(/[/?]/)[0]!;
    const token = /^Bearer ([\w-]{16,128})$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    const platform = await findPushing(database, id.toLowerCase());
    const tokenHash = createHash('sha256').update(token).digest();
    const fits = timingSafeEqual(tokenHash, platform?.tokenHash ?? nobody);
    if (!platform || !fits || platform.tokenHash === null) throw new Failure('SCIM_TOKEN_WRONG');
    refusals.giveBack(network, rates.refused);
    const { platformId } = platform;
    const counted = await countCall([{ key: `scim ${platformId}`, ...rates.platform }]);
    if (counted === 0) throw new Failure('TOO_MANY_REQUESTS', { seconds: 1 });
    if (!platform.usedLately) await noteUsed(database, platformId);
    if (request.method !== 'GET' && isHeld()) throw new Failure('BEING_MOVED');
    const origin = { actorName: platform.name, address, agent: agent === '' ? null : agent, traceId };
    return { pusher: { platformId, tokenHash, origin }, base: `${originOf(request)}${scimPath}/${platformId}`, name: '' };
  };
}

/** Keeps what administrators see of a request: if it changed something, or was refused. */
async function keep(
  { database }: ScimDeps,
  { method, routeOptions }: FastifyRequest,
  { pusher, name }: Asked,
  result: Pick<Parameters<typeof insertRequest>[2], 'status' | 'failure' | 'field'>,
): Promise<void> {
  const resource = routeOptions.url?.split('/')[4] ?? '';
  await insertRequest(database, pusher.platformId, { method, resource, name: name.slice(0, 128), ...result });
}

function bindAll(scope: FastifyInstance, deps: ScimDeps): void {
  const bind: Bind = (method, path, answer) => {
    scope.route({
      method,
      url: `/:platformId${path}`,
      exposeHeadRoute: false,
      handler: async (request, reply) => {
        const asked = request.asked!;
        const resource = await answer(request, asked);
        if (method === 'POST') reply.code(201).header('location', String((resource?.meta as { location?: string } | undefined)?.location));
        if (resource === null) reply.code(204);
        if (method !== 'GET') await keep(deps, request, asked, { status: reply.statusCode, failure: null, field: null });
        return reply
          .type(mediaType)
          .send(resource === null || 'Resources' in resource ? (resource ?? undefined) : chosenOf(resource, choiceIn(request)));
      },
    });
  };
  const fixed = (path: string, resource: Record<string, unknown>) => bind('GET', path, async () => resource);

  fixed('/ServiceProviderConfig', providerConfig);
  fixed('/ResourceTypes', showList(resourceTypes, { total: resourceTypes.length, startIndex: 1 }));
  for (const one of resourceTypes) fixed(`/ResourceTypes/${one.id}`, one);
  fixed('/Schemas', showList(schemaList, { total: schemaList.length, startIndex: 1 }));
  for (const one of schemaList) fixed(`/Schemas/${one.id.replaceAll(':', '::')}`, one);

  bindUsers(deps, bind);
  bindGroups(deps, bind);
}
