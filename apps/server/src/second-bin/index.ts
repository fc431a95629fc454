/** Public API: the administrators' recycle bin, and what deletes its items for good. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { taskKinds } from './clear.ts';
