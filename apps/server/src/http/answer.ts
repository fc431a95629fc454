import type { AnswerOf, Call, Envelope, FailureCode, Language, RequestOf } from '@alcove/contract';
import type { Attachment } from './attachment.ts';
import type { CallContext, UserContext } from './context.ts';
import { refusal } from './failure.ts';
import type { Failure } from './failure.ts';
import { bytesOf, piecesOf } from './json-body.ts';

/** The data of an answer that is JSON already: a long list, which would otherwise be made as objects first. `Data` is what it reads as. */
export class ReadyJson<Data> {
  declare readonly readsAs: Data;
  readonly pieces: readonly (string | Buffer)[];

  constructor(pieces: readonly (string | Buffer)[]) {
    this.pieces = pieces;
  }

  get body(): Buffer {
    return bytesOf([before, ...this.pieces, behind]);
  }
}

/** A call bound to the function that answers it. */
export interface Binding {
  readonly call: Call;
  readonly handle: (fields: unknown, context: CallContext) => Promise<unknown>;
}

/** A call whose use case checks permissions itself. */
type Asking = Call<Call['request'], unknown, undefined>;

/**
 * Binds a call of the contract to its use case. http/ has parsed the fields with the call's schema and checked the kind of caller. The use
 * case itself must ask permission/ what the caller may do with the item. A call that declares what it needs in the contract cannot be bound
 * here, but only by `answerAuthorised` in permission/, which checks it first.
 */
export function answer<C extends Asking & { caller: 'anyone' }>(
  call: C,
  handle: (fields: RequestOf<C>, context: CallContext) => Promise<AnswerOf<C> | ReadyJson<AnswerOf<C>> | Attachment>,
): Binding;
export function answer<C extends Asking>(
  call: C,
  handle: (fields: RequestOf<C>, context: UserContext) => Promise<AnswerOf<C> | ReadyJson<AnswerOf<C>> | Attachment>,
): Binding;
export function answer(call: Call, handle: (fields: never, context: never) => Promise<unknown>): Binding {
  return { call, handle: handle as Binding['handle'] };
}

const [before, behind] = ['{"errcode":0,"errmsg":"success","data":', '}'] as const;

/** The same for data that is a long list. Null: for whatever else. */
export function longSuccess(data: unknown): Buffer | null {
  if (data instanceof ReadyJson) return data.body;
  const pieces = piecesOf(data);
  return pieces && bytesOf([before, ...pieces, behind]);
}

export const success = <Data>(data: Data): Envelope<Data> => ({ errcode: 0, errmsg: 'success', data });

export function refused(code: FailureCode, language: Language, traceId: string, details: Failure['details'] = {}): Envelope<null> {
  const { errcode, errmsg } = refusal(code, language, details);
  return { errcode, errmsg, data: null, traceId, ...(details.field === undefined ? {} : { field: String(details.field) }) };
}
