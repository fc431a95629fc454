import { failures, failureText } from '@alcove/contract';
import type { FailureCode, Language, Refusal } from '@alcove/contract';

/** A refusal with a code from the contract's list. http/ turns it into an answer in the caller's language. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly details: Record<string, string | number>;
  constructor(code: FailureCode, details: Record<string, string | number> = {}, cause?: unknown) {
    super(`${code} (${failures[code].errcode})`, { cause });
    this.name = 'Failure';
    this.code = code;
    this.details = details;
  }
}

/** What the caller reads of a failure, in their language. */
export const refusal = (code: FailureCode, language: Language, details: Failure['details'] = {}): Refusal => ({
  code,
  errcode: failures[code].errcode,
  errmsg: failureText(code, language, details),
});
