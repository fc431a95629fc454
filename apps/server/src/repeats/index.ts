/** The door: a change that is sent twice with one key happens once. */
export { answerOnce } from './answer-once.ts';
export { removeOldAnswers } from './answer-queries.ts';
