import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@alcove/contract';
import { turns } from '../in-turns.ts';
import { admit, admitByTicket, admitSignedIn } from './admit.ts';
import type { AdmitOptions, Admitted } from './admit.ts';
import { longSuccess, success } from './answer.ts';
import type { Binding } from './answer.ts';
import { Attachment, sendAttachment } from './attachment.ts';
import { takeBody } from './body.ts';
import type { CountCall } from './call-limit.ts';
import { requireStorable } from './clean-text.ts';
import { languageOf, originOf, through } from './context.ts';
import type { CallContext, Caller } from './context.ts';
import { readMultipart } from './multipart.ts';
import { Failure } from './failure.ts';
import { keyOf } from './once.ts';
import type { CarryOut, RecordRefusal } from './once.ts';
import { parseForm, parseJson } from './parse-body.ts';
import { rechecked } from './rechecked.ts';
import { sendFile } from './send-file.ts';
import type { FileRoute } from './send-file.ts';
import { sendStream } from './send-stream.ts';
import type { StreamRoute } from './send-stream.ts';
import { cookiesOf } from './session-token.ts';
import type { Cookies } from './session-token.ts';
import { Strangers } from './strangers.ts';

export interface CallOptions extends AdmitOptions {
  /** Time limit for the body of a request. */
  bodyMs: number;
  carryOut: CarryOut;
  recordRefusal: RecordRefusal;
  countCall: CountCall;
  /** Resolves once what this process has cached knows of everything that was committed before. */
  caughtUp: () => Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call, once it is admitted. A map from requests would make V8 keep hundreds of requests that have ended. */
    admitted: Admitted | null;
  }
}

interface RouteConfig {
  callName: string;
  mostBytes: number;
}

/** Registers every bound call, file and stream, in a scope with cookies and exactly the content types that calls use. */
export async function serveCalls(
  app: FastifyInstance,
  { bindings, files, streams }: { bindings: readonly Binding[]; files: readonly FileRoute[]; streams: readonly StreamRoute[] },
  options: CallOptions,
): Promise<void> {
  const strangers = new Strangers();
  await app.register(async (scope) => {
    await scope.register(cookie);
    scope.decorateRequest('admitted', null);
    takeBodies(scope, strangers, options.bodyMs);
    scope.addHook('onSend', (_request, reply, _payload, next) => {
      reply.header('cache-control', 'no-store');
      next();
    });
    for (const binding of bindings)
      for (const url of [binding.call.path, ...(binding.call.aliases ?? [])]) bind(scope, url, binding, { ...options, strangers });
    for (const route of files) bindFile(scope, route, options);
    for (const route of streams) bindStream(scope, route, options);
  });
}

/** The parsers run after `admit`, so a body is read only when its sender and its maximum size are known. */
function takeBodies(scope: FastifyInstance, strangers: Strangers, withinMs: number): void {
  /** The body of a stranger counts against the limit on such bodies. */
  const reading = <Read>(request: FastifyRequest, read: (signal?: AbortSignal) => Promise<Read>): Promise<Read> => {
    const known = request.admitted;
    return known && known.caller === null ? strangers.reading(known.rateKey(), read) : read();
  };
  const gathered = async (request: FastifyRequest): Promise<Buffer> => {
    const { mostBytes } = request.routeOptions.config as unknown as RouteConfig;
    const chunks: Buffer[] = [];
    await reading(request, (signal) => takeBody(request.raw, { mostBytes, withinMs, signal }, (chunk) => void chunks.push(chunk)));
    return Buffer.concat(chunks);
  };
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', async (request: FastifyRequest) => parseJson(await gathered(request)));
  scope.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) => parseForm(await gathered(request)));
  scope.addContentTypeParser('multipart/form-data', async (request: FastifyRequest) => {
    const { mostBytes } = request.routeOptions.config as unknown as RouteConfig;
    return reading(request, (signal) => readMultipart(request.raw, { mostFileBytes: mostBytes, withinMs, signal }));
  });
}

function bind(scope: FastifyInstance, url: string, { call, handle }: Binding, options: CallOptions & { strangers: Strangers }): void {
  const config: RouteConfig = {
    callName: call.name,
    mostBytes: call.mostBytes ?? (call.fieldsIn === 'multipart' ? limits.sentFileBytes : limits.callBytes.default),
  };
  scope.route({
    method: call.method,
    url,
    config: config as object,
    onRequest: async (request, reply) => {
      let known: { caller: Caller; cookies: Cookies } | null = null;
      const whenKnown = (caller: Caller, cookies: Cookies): void => void (known = { caller, cookies });
      const refused = async (error: unknown): Promise<never> => {
        if (known || isOfAddress(error)) {
          const { caller, cookies } = known ?? { caller: null, cookies: cookiesOf(request, reply, options.secureCookie) };
          await options.recordRefusal({ call, context: contextOf(request, cookies, () => '', caller) }, error);
        }
        throw error;
      };
      request.admitted = await admit(request, reply, call, { ...options, whenKnown }).catch(refused);
    },
    handler: async (request, reply) => {
      const { caller, cookies, rateKey, succeeded } = request.admitted!;
      const given: unknown = (call.fieldsIn === 'query' ? request.query : request.body) ?? {};
      const turn = turns();
      requireStorable(given);
      const fields = call.request.parse(given);
      await turn();
      requireOwnLink(caller, fields);
      const context = contextOf(request, cookies, rateKey, caller && through(caller, fields as { fileSharingId?: string }));
      const key = caller && call.changes === 'once' ? keyOf(request) : null;
      const data = await options.carryOut({ call, fields, context, key }, () => handle(fields, context));
      // Who loses a right, or a session, has lost it when the administrator hears so.
      if (call.caller === 'administrator' && call.changes !== 'nothing') await options.caughtUp();
      succeeded();
      if (!(data instanceof Attachment)) {
        const long = longSuccess(data);
        return long ? reply.type('application/json; charset=utf-8').send(long) : success(data ?? null);
      }
      const stillMay = () => admit(request, reply, call, { ...options, countCall: uncounted, whenKnown: () => undefined });
      return sendAttachment(reply, data, stillMay);
    },
  });
}

/** Asking again is not calling again. */
const uncounted: CountCall = async (counts) => counts.length;

const isOfAddress = (error: unknown): boolean => error instanceof Failure && error.code === 'ADDRESS_NOT_ALLOWED';

/** A visitor's call names the link of its token: another link is not opened by it. */
function requireOwnLink(caller: Caller | null, fields: unknown): void {
  if (caller?.visitor && (fields as { linkPath?: unknown }).linkPath !== caller.visitor.linkPath) throw new Failure('LINK_TOKEN_NEEDED');
}

function bindFile(scope: FastifyInstance, { path, open, callerOf }: FileRoute, options: CallOptions): void {
  scope.route({
    method: ['GET', 'HEAD'],
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { id } = request.params as { id: string };
      const check = () =>
        callerOf
          ? admitByTicket(request, reply, { ...options, callerOf: (person) => callerOf(id, person) })
          : admitSignedIn(request, reply, { ...options, mayBeForeign: true });
      const { caller, cookies } = await check();
      const file = await open(id, { ...contextOf(request, cookies, () => '', caller), caller });
      return sendFile(request, reply, { ...file, bytes: (stretch) => rechecked(file.bytes(stretch), check) });
    },
  });
}

function bindStream(scope: FastifyInstance, { path, open }: StreamRoute, options: CallOptions): void {
  scope.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply: FastifyReply) => {
      const { caller, cookies } = await admitSignedIn(request, reply, { ...options, mayBeForeign: false });
      return sendStream(reply, (stream) => open(stream, { ...contextOf(request, cookies, () => '', caller), caller }));
    },
  });
}

const contextOf = (request: FastifyRequest, cookies: Cookies, rateKey: () => string, caller: Caller | null): CallContext => ({
  ...cookies,
  caller,
  rateKey,
  language: languageOf(request.headers['accept-language']),
  traceId: request.id,
  ip: request.ip,
  agent: (request.headers['user-agent'] ?? '').slice(0, 300),
  header: (name) => [request.headers[name]].flat()[0],
  origin: originOf(request),
});
