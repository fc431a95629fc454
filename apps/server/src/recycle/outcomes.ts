import { failures, failureText } from '@alcove/contract';
import type { Language, RecycleOutcome } from '@alcove/contract';
import { classify } from '../http/index.ts';

/** What a rule refuses is one item's outcome; anything else is trouble, and ends them all. */
export function failedEntry(recycleId: string, error: unknown, language: Language): RecycleOutcome {
  const { code, details } = classify(error);
  if (failures[code].status >= 500) throw error;
  return { recycleId, done: false, code, errcode: failures[code].errcode, errmsg: failureText(code, language, details) };
}
