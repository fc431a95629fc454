import { failures, failureText } from '@alcove/contract';
import type { Language, RecycleOutcome } from '@alcove/contract';
import { Failure } from '../http/index.ts';

/** What a rule refuses is one item's outcome; anything else is trouble, and ends them all. */
export function failedEntry(recycleId: string, error: unknown, language: Language): RecycleOutcome {
  if (!(error instanceof Failure) || failures[error.code].status >= 500) throw error;
  const { code, details } = error;
  return { recycleId, done: false, code, errcode: failures[code].errcode, errmsg: failureText(code, language, details) };
}
