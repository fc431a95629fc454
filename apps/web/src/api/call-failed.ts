interface Facts {
  errcode: number;
  errmsg: string;
  status: number;
  traceId?: string | undefined;
  field?: string | undefined;
  retryAfterSeconds?: number | undefined;
}

/**
 * A call that was refused or never arrived. `status` 0 means that no response came (network, timeout). `errmsg` is in the reader's
 * language.
 */
export class CallFailed extends Error {
  readonly errcode: number;
  readonly errmsg: string;
  readonly status: number;
  readonly traceId: string | undefined;
  /** The request field that the server rejected. */
  readonly field: string | undefined;
  /** How long to wait before a retry, if the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(facts: Facts, options?: ErrorOptions) {
    super(facts.errmsg, options);
    this.name = 'CallFailed';
    this.errcode = facts.errcode;
    this.errmsg = facts.errmsg;
    this.status = facts.status;
    this.traceId = facts.traceId;
    this.field = facts.field;
    this.retryAfterSeconds = facts.retryAfterSeconds;
  }
}

/** The message to show for any thrown value. */
export const failureMessage = (error: unknown, otherwise: string): string => (error instanceof CallFailed ? error.errmsg : otherwise);
