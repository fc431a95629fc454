/** Public API: sends changes to every connected browser, whichever process it is connected to. */
export { gatherChanges } from './gather-changes.ts';
export type { Changes } from './gather-changes.ts';
export { liveStreams } from './live-streams.ts';
export { foldersListed } from './people-in-space.ts';
export { publish } from './publish.ts';
export type { LiveUpdate } from './event-payload.ts';
