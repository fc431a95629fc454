/** The door: what domains and the composition root use. */
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
export { createServer, serveCalls, sessionCookie } from './server.ts';
export { serveWebApp } from './web-app.ts';
