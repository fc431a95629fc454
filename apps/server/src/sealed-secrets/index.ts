/** Public API: secrets of others, which the server keeps to use them. */
export { openSealer } from './sealer.ts';
export type { SealedFor, Sealer } from './sealer.ts';
