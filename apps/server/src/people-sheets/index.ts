/** Public API: people from Excel and to Excel, and the one-time passwords of those who were imported. */
export { jobs } from './jobs.ts';
export { routes } from './routes.ts';
export { taskKinds } from './run-import.ts';
