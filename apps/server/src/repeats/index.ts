/** The public API of repeated requests: a change that is sent twice with one key happens once. */
export { jobs } from './jobs.ts';
export { answerOnce, isKept } from './answer-once.ts';
