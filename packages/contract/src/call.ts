import type { z } from 'zod';
import type { Logged } from './call-log.ts';
import type { Refusal } from './failures.ts';
import type { AdminItem } from './company-rights.ts';
import type { PermissionItem } from './permission.ts';

/**
 * Who may make a call at all; rights on the item at hand are checked separately (`needs`). A `visitor` sends the token of an external link, and
 * the request has the field `linkPath` with the path of this link.
 */
export type CallerKind = 'anyone' | 'user' | 'administrator' | 'visitor';

/**
 * Which addresses may make a call, beside what holds of everybody and of its caller: those that may sign in, or visit links. `any`: the call is answered
 * wherever it comes from.
 */
export type CallArea = 'signIn' | 'links' | 'any';

/** Where the fields are sent: in the query, as JSON, as a urlencoded form, or as a multipart form with one file (`fields.file`). */
export type FieldsIn = 'query' | 'json' | 'form' | 'multipart';

/**
 * Whether a call changes stored data, and so whether it can be repeated. `once`: with the same `Idempotency-Key` it is done once and
 * answers the same both times. `repeatable`: repeating it leads to the same state by itself.
 */
export type Changes = 'nothing' | 'once' | 'repeatable';

/** The permission item that the caller needs on the instance named by the field `of`. It is checked before the use case begins. */
export interface Needs {
  readonly item: PermissionItem;
  readonly of: string;
}

/**
 * How often a call may be made, counted across all server processes: `times` at once, and from then on one every `seconds / times`. After
 * `seconds` without a request, all of them are available again. Refused requests do not count.
 */
export interface CallLimit<Per extends 'caller' | 'address' | 'link' = 'caller' | 'address' | 'link'> {
  /** At least 1. */
  readonly times: number;
  /** At least 1 and at most an hour, because a count is kept that long. */
  readonly seconds: number;
  /**
   * Whose requests are counted together: those of one signed-in person or one visit of a link, those from one address, whoever sends them, or those to
   * the link that the field `linkPath` names, from wherever. An address is what sign-in counts by: the browser if it is known from an earlier
   * sign-in, or else the network (IPv4 address, IPv6 /64).
   */
  readonly per: Per;
}

/** One call of the API, declared once for the server, the web app and the tests. */
export interface Call<Request extends z.ZodType = z.ZodType, Answer = unknown, Needed extends Needs | undefined = Needs | undefined> {
  /** A unique name, `<word>.<operation>`; it is the operation id of the OpenAPI page. */
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly changes: Changes;
  /** The full path from the origin. */
  readonly path: string;
  /** Other paths that the specification gives the same call. */
  readonly aliases?: readonly string[];
  readonly fieldsIn: FieldsIn;
  readonly request: Request;
  readonly caller: CallerKind;
  /** The administration item that the caller's roles must include; set for the caller kind `administrator`, and only for it. */
  readonly adminItem?: AdminItem;
  /** Someone whose password was set by an administrator may make this call before they have changed it. */
  readonly withGivenPassword?: true;
  /** Someone may make this call before they have accepted the agreements, as those `withGivenPassword`. */
  readonly beforeAgreeing?: true;
  /** Someone who has to set up a second factor may make this call before that, and before they have accepted the agreements. */
  readonly beforeEnrolling?: true;
  /** The caller must have proved who they are a few minutes ago at most: by signing in, or again (PROOF_NEEDED). */
  readonly freshProof?: true;
  /** Default: that of the caller's kind. */
  readonly area?: CallArea;
  /** Other servers make it, not our pages: it needs no marker of them, and no session counts. */
  readonly fromServers?: true;
  /** Undefined when `caller` is check enough, or when the use case checks rights itself. */
  readonly needs: Needed;
  /**
   * The maximum size of the body in bytes; defaults to `limits.callBytes.default`. Of a multipart form, that of its file; defaults to
   * `limits.sentFileBytes`.
   */
  readonly mostBytes?: number;
  /** All of them cost one statement per request. They are asked in this order, and a request counts only until one refuses. */
  readonly limits: readonly CallLimit[];
  /** How often per minute and process a client without a session may make it; defaults to `limits.strangerCallsPerMinute`. */
  readonly perMinute?: number;
  /** Only failures count toward `perMinute`. */
  readonly countsFailures?: true;
  /** What the audit log keeps of it. */
  readonly log: Logged;
  /** One English sentence for the OpenAPI page. */
  readonly summary: string;
  /** Carries the type only; never set. */
  readonly answer?: Answer;
}

export type RequestOf<C extends Call> = z.output<C['request']>;
export type InputOf<C extends Call> = z.input<C['request']>;
export type AnswerOf<C extends Call> = C extends Call<z.ZodType, infer Answer> ? Answer : never;

/** Every response of the API. `errcode` 0 is success; `field` names the rejected request field. */
export interface Envelope<Data = unknown> {
  errcode: number;
  errmsg: string;
  data: Data | null;
  /** Present on failures, for people to quote to the administrator. */
  traceId?: string;
  field?: string;
}

/** The result for one of several requests in a call, in request order: what a single call would have returned. */
export type EachAnswer<Data> = { done: true; data: Data } | ({ done: false } & Refusal);

type Limited<Per extends CallLimit['per'] = CallLimit['per']> = CallLimit<Per> | readonly CallLimit<Per>[];

/**
 * A POST must declare `changes`; a GET changes nothing. A call for administrators must declare its item. A call for anyone cannot be limited per caller.
 * Without `limit`, only `perMinute` limits it. A call must declare its log, unless it names the item that it changes as what it needs.
 */
type Declaration<Request extends z.ZodType> = Omit<
  Call<Request>,
  'answer' | 'method' | 'changes' | 'needs' | 'caller' | 'adminItem' | 'limits' | 'log'
> &
  ({ readonly method: 'GET' } | { readonly method: 'POST'; readonly changes: Changes }) &
  (
    | { readonly caller: 'anyone'; readonly limit?: Limited<'address' | 'link'> }
    | { readonly caller: 'user'; readonly limit?: Limited<'caller' | 'address'> }
    | { readonly caller: 'visitor'; readonly limit?: Limited }
    | { readonly caller: 'administrator'; readonly adminItem: AdminItem; readonly limit?: Limited<'caller' | 'address'> }
  );

type Filled<Request extends z.ZodType> = { [Field in keyof z.output<Request>]: z.output<Request>[Field] extends string ? Field : never };

/** Only a required string field can name the instance. */
type NeedsOf<Request extends z.ZodType> = Needs & { readonly of: Filled<Request>[keyof z.output<Request>] };

/** Declares a call whose response data has the type `Answer`: `call<Answer>()({ … })`. */
export const call =
  <Answer>() =>
  <Request extends z.ZodType, const Needed extends NeedsOf<Request> | undefined = undefined>(
    declaration: Declaration<Request> & { readonly needs?: Needed } & (undefined extends Needed
        ? { readonly log: Logged }
        : { readonly log?: Logged }),
  ): Call<Request, Answer, Needed> => {
    const { limit = [], ...declared } = declaration;
    return {
      changes: 'nothing',
      ...declared,
      needs: declared.needs as Needed,
      limits: [limit].flat() as readonly CallLimit[],
      log: declared.log ?? logOf(declared),
    };
  };

/** A change of the item that the call needs a permission on. */
function logOf({ name, needs, ...of }: { name: string; changes?: Changes; needs?: Needs | undefined }): Logged {
  if (needs === undefined || (of.changes ?? 'nothing') === 'nothing') throw new Error(`${name} does not say how it is logged`);
  return { deed: 'change', of: { item: needs.of } };
}
