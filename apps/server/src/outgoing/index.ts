/** Public API: calls to addresses that somebody typed in. */
export { openOutgoing } from './open-outgoing.ts';
export type { Ask, Outgoing } from './open-outgoing.ts';
export { OutgoingError } from './outgoing-error.ts';
export type { OutgoingAnswer, OutgoingRequest } from './request.ts';
