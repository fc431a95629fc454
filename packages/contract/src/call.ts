import type { z } from 'zod';
import type { PermissionItem } from './permission.ts';

/** Who may make a call at all; what the caller may do with the object at hand is the permission rule's question. */
export type CallerKind = 'anyone' | 'user' | 'administrator';

/** Where the request's fields travel: in the address, as JSON, as a urlencoded form, or as a form with one file (`fields.file`). */
export type FieldsIn = 'query' | 'json' | 'form' | 'multipart';

/**
 * What a call does to what is kept, and so what sending it a second time does. `once`: with the same `Idempotency-Key` it is done
 * once and answered the same both times. `repeatable`: a second sending ends the same by itself.
 */
export type Changes = 'nothing' | 'once' | 'repeatable';

/** The permission item that a call needs of the one instance that a field names. Asked before its use case begins. */
export interface Needs {
  readonly item: PermissionItem;
  readonly of: string;
}

/** One call of the API, written once and used by the server, the web app and the tests. */
export interface Call<Request extends z.ZodType = z.ZodType, Answer = unknown, Needed extends Needs | undefined = Needs | undefined> {
  /** Unique name, `<word>.<operation>`: the operation id in the OpenAPI page. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly changes: Changes;
  /** The whole path, from the site's root. */
  readonly path: string;
  /** Further paths under which the specification names the same call. */
  readonly aliases?: readonly string[];
  readonly fieldsIn: FieldsIn;
  readonly request: Request;
  readonly caller: CallerKind;
  /** Undefined: whoever the call lets in may make it, or the use case asks for itself. */
  readonly needs: Needed;
  /** Most bytes of the body; `limits.callBytes.usual` where nothing is said. */
  readonly mostBytes?: number;
  /** How often in a minute a stranger may make it from one place; `limits.strangerCallsPerMinute` where nothing is said. */
  readonly perMinute?: number;
  /** Of those, what succeeds does not count. */
  readonly countsFailures?: true;
  /** One English sentence for the OpenAPI page. */
  readonly summary: string;
  /** Type carrier only; never set. */
  readonly answer?: Answer;
}

export type RequestOf<C extends Call> = z.output<C['request']>;
export type InputOf<C extends Call> = z.input<C['request']>;
export type AnswerOf<C extends Call> = C extends Call<z.ZodType, infer Answer> ? Answer : never;

/** Every answer of the API. `errcode` 0 is success; `field` names the request field that was refused. */
export interface Envelope<Data = unknown> {
  errcode: number;
  errmsg: string;
  data: Data | null;
  /** Present on failures, so that a person can quote it to the administrator. */
  traceId?: string;
  field?: string;
}

/** The answer for one of several requests in a call, in their order: what the single call would have answered. */
export type EachAnswer<Data> = { done: true; data: Data } | { done: false; errcode: number; errmsg: string };

/** Every POST says what it changes; a GET has nothing to say. */
type Declaration<Request extends z.ZodType> = Omit<Call<Request>, 'answer' | 'method' | 'changes' | 'needs'> &
  ({ readonly method: 'GET' } | { readonly method: 'POST'; readonly changes: Changes });

type Filled<Request extends z.ZodType> = { [Field in keyof z.output<Request>]: z.output<Request>[Field] extends string ? Field : never };

/** Only what is always sent, as text, can name an instance. */
type NeedsOf<Request extends z.ZodType> = Needs & { readonly of: Filled<Request>[keyof z.output<Request>] };

/** Declares a call whose answer has the type `Answer`: `call<Answer>()({ … })`. */
export const call =
  <Answer>() =>
  <Request extends z.ZodType, const Needed extends NeedsOf<Request> | undefined = undefined>(
    declaration: Declaration<Request> & { readonly needs?: Needed },
  ): Call<Request, Answer, Needed> => ({ changes: 'nothing', ...declaration, needs: declaration.needs as Needed });
