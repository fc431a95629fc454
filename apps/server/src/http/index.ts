/** The door: what domains and the composition root use. */
export { placeOf } from './address.ts';
export { answer } from './answer.ts';
export type { Binding } from './answer.ts';
export { serveApiDocs } from './api-docs.ts';
export { Attachment } from './attachment.ts';
export { through } from './context.ts';
export type { Asker, CallContext, Caller, UserContext } from './context.ts';
export { classify } from './errors.ts';
export { Failure } from './failure.ts';
export { serveHealth } from './health.ts';
export type { FileRoute, SentFile } from './send-file.ts';
export type { EventStream, StreamRoute } from './send-stream.ts';
export { createServer } from './server.ts';
export { serveCalls } from './serve-calls.ts';
export type { CallOptions } from './serve-calls.ts';
export { sessionCookie } from './session-token.ts';
export type { Cookies } from './session-token.ts';
export { serveWebApp } from './web-app.ts';
