import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import { LogController, fastify } from 'fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { Call } from '@alcove/contract';
import { success } from './answer.ts';
import type { Binding } from './answer.ts';
import { Attachment, sendAttachment } from './attachment.ts';
import { requireStorable } from './clean-text.ts';
import { foreignRequest, isForeign, languageOf, originOf, through } from './context.ts';
import type { CallContext, Caller, UserContext } from './context.ts';
import { refuseUnreadable, sendFailure } from './errors.ts';
import { Failure } from './failure.ts';
import { readMultipart } from './multipart.ts';
import { sendFile } from './send-file.ts';
import type { FileRoute } from './send-file.ts';
import { sendStream } from './send-stream.ts';
import type { StreamRoute } from './send-stream.ts';
import { dropUnusedAtClose } from './unused-connections.ts';

export interface HttpOptions {
  logger: Logger;
  trustProxy: string[];
  secureCookie: boolean | 'auto';
  /** Whom a session token belongs to, or null. */
  findCaller: (token: string, kind: Caller['sessionKind']) => Promise<Caller | null>;
}

export const sessionCookie = 'alcove_session';
const jsonBodyLimit = 4 * 1024 * 1024;

/** The HTTP server without any route. */
export function createServer(options: Pick<HttpOptions, 'logger' | 'trustProxy'>): FastifyInstance {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'traceId' }),
    trustProxy: options.trustProxy.length > 0 ? options.trustProxy : false,
    genReqId: (request) => traceIdOf(request.headers.traceid),
    bodyLimit: jsonBodyLimit,
    keepAliveTimeout: 75_000,
    // A whole upload part may take its 15 minutes; what is slow is limited by the storage host itself.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    routerOptions: { maxParamLength: 512 },
    frameworkErrors: (error, request, reply) => void sendFailure(error, request, reply),
    clientErrorHandler: refuseUnreadable,
  }) as unknown as FastifyInstance;
  app.server.headersTimeout = 30_000;
  app.setErrorHandler(sendFailure);
  dropUnusedAtClose(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-content-type-options', 'nosniff').header('x-trace-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    request.log.debug(
      { method: request.method, url: request.url.split('?')[0], status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'answered',
    );
  });
  return app;
}

function traceIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && /^[0-9A-Za-z-]{8,64}$/.test(header) ? header : randomUUID().replaceAll('-', '');
}

/** Registers every bound call, file and stream under its path, in a scope with cookies and exactly the content types that calls use. */
export async function serveCalls(
  app: FastifyInstance,
  { bindings, files, streams }: { bindings: readonly Binding[]; files: readonly FileRoute[]; streams: readonly StreamRoute[] },
  options: HttpOptions,
): Promise<void> {
  await app.register(async (scope) => {
    await scope.register(cookie);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, parseJson);
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_request: FastifyRequest, body: string | Buffer) => fieldsOf(new URLSearchParams(String(body))),
    );
    // Read by the call itself, once it is known who sends it.
    scope.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null));
    scope.addHook('onSend', async (_request, reply) => void reply.header('cache-control', 'no-store'));
    for (const binding of bindings)
      for (const url of [binding.call.path, ...(binding.call.aliases ?? [])]) bind(scope, url, binding, options);
    for (const route of files) bindFile(scope, route, options);
    for (const route of streams) bindStream(scope, route, options);
  });
}

function bind(scope: FastifyInstance, url: string, { call, handle }: Binding, options: HttpOptions): void {
  scope.route({
    method: call.method,
    url,
    config: { callName: call.name } as object,
    handler: async (request, reply) => {
      const session = sessionOf(request);
      const foreign = foreignRequest(request, session?.kind === 'browser');
      if (foreign) throw new Failure(foreign);
      const caller = session && (await options.findCaller(session.token, session.kind));
      if (call.caller !== 'anyone' && caller === null) throw new Failure('SIGN_IN_NEEDED');
      if (call.caller === 'administrator' && caller?.adminRole !== 'administrator') throw new Failure('NOT_ALLOWED');
      if (call.fieldsIn !== 'query' && request.method === 'POST') requireContentType(request, call.fieldsIn);
      const given = await givenIn(request, call);
      requireStorable(given);
      const fields = call.request.parse(given);
      const context = contextOf(request, reply, caller && through(caller, fields as { fileSharingId?: string }), options);
      const data = await handle(fields, context);
      return data instanceof Attachment ? sendAttachment(reply, data) : success(data ?? null);
    },
  });
}

async function givenIn(request: FastifyRequest, { fieldsIn }: Call): Promise<unknown> {
  if (fieldsIn === 'multipart') return readMultipart(request);
  return (fieldsIn === 'query' ? request.query : request.body) ?? {};
}

function bindFile(scope: FastifyInstance, { path, open }: FileRoute, options: HttpOptions): void {
  scope.route({
    method: ['GET', 'HEAD'],
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const context = await signedIn(request, reply, options);
      const { id } = request.params as { id: string };
      return sendFile(request, reply, await open(id, context));
    },
  });
}

function bindStream(scope: FastifyInstance, { path, open }: StreamRoute, options: HttpOptions): void {
  scope.route({
    method: 'GET',
    url: path,
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      if (isForeign(request)) throw new Failure('MARKER_MISSING');
      const context = await signedIn(request, reply, options);
      return sendStream(request, reply, (stream) => open(stream, context));
    },
  });
}

/** For what is outside the envelope. Throws SIGN_IN_NEEDED. */
async function signedIn(request: FastifyRequest, reply: FastifyReply, options: HttpOptions): Promise<UserContext> {
  const session = sessionOf(request);
  const caller = session && (await options.findCaller(session.token, session.kind));
  if (caller === null) throw new Failure('SIGN_IN_NEEDED');
  return { ...contextOf(request, reply, caller, options), caller };
}

/** What the request says of its session: a bearer token, else the cookie. */
function sessionOf(request: FastifyRequest): { token: string; kind: Caller['sessionKind'] } | null {
  const bearer = /^Bearer ([\w-]{20,200})$/.exec(request.headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return { token: bearer, kind: 'client' };
  const cookie = request.cookies[sessionCookie];
  return cookie === undefined ? null : { token: cookie, kind: 'browser' };
}

function contextOf(request: FastifyRequest, reply: FastifyReply, caller: Caller | null, options: HttpOptions): CallContext {
  const secure = options.secureCookie === 'auto' ? request.protocol === 'https' : options.secureCookie;
  return {
    caller,
    secure,
    language: languageOf(request.headers['accept-language']),
    traceId: request.id,
    ip: request.ip,
    origin: originOf(request),
    cookies: request.cookies,
    setCookie: (name, value, maxAgeSeconds) => {
      const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
      if (value === null) reply.clearCookie(name, attributes);
      else reply.setCookie(name, value, { ...attributes, ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }) });
    },
  };
}

const contentTypes = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: 'multipart/form-data' };

function requireContentType(request: FastifyRequest, fieldsIn: keyof typeof contentTypes): void {
  const type = request.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const none = type === undefined && request.body === undefined && fieldsIn !== 'multipart';
  if (type !== contentTypes[fieldsIn] && !none) throw new Failure('UNSUPPORTED_CONTENT');
}

/** Fastify's own parser refuses an empty body; a call without fields may have one. */
async function parseJson(_request: FastifyRequest, body: string | Buffer): Promise<unknown> {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(String(body), (key, value: unknown) => {
      if (key === '__proto__' || (key === 'constructor' && typeof value === 'object')) throw new Error('prototype key');
      return value;
    });
  } catch {
    throw new Failure('BAD_REQUEST', { field: 'body' });
  }
}

/** A repeated field arrives as a list, which no form call accepts: it is refused by name. */
function fieldsOf(form: URLSearchParams): Record<string, string | string[]> {
  const fields: Record<string, string | string[]> = Object.create(null) as Record<string, string | string[]>;
  for (const name of new Set(form.keys())) {
    const values = form.getAll(name);
    fields[name] = values.length === 1 ? values[0]! : values;
  }
  return { ...fields };
}
