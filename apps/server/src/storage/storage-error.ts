/** A refusal with the S3 protocol's code. `message` goes to the client, so it contains no paths or host names. */
const STATUS = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  BadDigest: 400,
  EntityTooLarge: 400,
  IncompleteBody: 400,
  InsufficientStorage: 507,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  PreconditionFailed: 412,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 400,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
} as const;

export type StorageErrorCode = keyof typeof STATUS;

export class StorageError extends Error {
  readonly code: StorageErrorCode;
  constructor(code: StorageErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.code = code;
  }
  get status(): number {
    return STATUS[this.code];
  }
}

/** The store exists but is configured in a way that Alcove cannot use. `message` is one line for the operator. */
export class StoreSetupError extends Error {
  override readonly name = 'StoreSetupError';
}

/**
 * The disk is full, or cannot be written for now: a failed file system is remounted read-only. Or the server refuses every request, because it
 * stops or has too many connections.
 */
const named: Record<string, StorageErrorCode> = {
  ENOSPC: 'InsufficientStorage',
  EDQUOT: 'InsufficientStorage',
  EROFS: 'ServiceUnavailable',
  EIO: 'ServiceUnavailable',
  EMFILE: 'ServiceUnavailable',
  ENFILE: 'ServiceUnavailable',
  UNAVAILABLE: 'SlowDown',
};

/** What the client is told of any error. */
export function toStorageError(error: unknown): StorageError {
  if (error instanceof StorageError) return error;
  return new StorageError(named[String(errno(error))] ?? 'InternalError', 'The store could not do this.', { cause: error });
}

export const errno = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
