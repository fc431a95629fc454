/** Public API: external links that end or close by themselves, and what their creators hear of it. */
export { jobs } from './jobs.ts';
