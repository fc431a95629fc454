import type { ConfuseParams, InputOf, Instance, InstanceType, UploadAuth, UploadCheck, calls } from '@alcove/contract';

/**
 * The ports: what an upload needs from its environment. Browser and desktop provide their own; the rest of this package uses only these.
 */

/** A file that a person selected. */
export interface FileSource {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /**
   * The bytes from `start`; fewer than `length` only at the end of the file. The caller may modify them. Rejects when the file cannot be
   * read.
   */
  read(start: number, length: number): Promise<Uint8Array>;
  /** The whole file in order, where that is faster than reading ranges. A piece is valid only until the next one is requested. */
  pieces?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Whether the file is still the selected one: at the same path, with the same size and time. */
  state(): Promise<FileState>;
}
export type FileState = 'same' | 'changed' | 'missing';

/** The destination of an upload. */
export interface UploadTarget {
  parentId: string;
  instanceType: InstanceType;
  fileSharingId?: string | undefined;
  /** Set for link visitors, who use the link variants of the calls. */
  linkPath?: string | undefined;
  onConflict?: 'fail' | 'rename' | 'version' | undefined;
  /** Names of the folders in the displayed location, starting with the space, whose name goes into the finished record. */
  path?: readonly string[] | undefined;
}

export type CheckRequest = InputOf<typeof calls.upload.checkUploadAble>;
export type SecondRequest = InputOf<typeof calls.upload.secondUpload>;
export type AuthRequest = Omit<InputOf<typeof calls.upload.queryUploadAuth>, 'resourceUri'> & { resourceUri: string[] };
export type SaveRequest = InputOf<typeof calls.upload.upload>;
export type AbortRequest = InputOf<typeof calls.upload.recycleStorageFile>;

export interface CallOptions {
  signal: AbortSignal;
  /** Use the link variant of the call, with this link. */
  linkPath: string | undefined;
}

/** The API. Every function throws `CallFailed`. Names in requests are already encoded. The port does not retry; the runner does. */
export interface CallPort {
  check(request: CheckRequest, options: CallOptions): Promise<UploadCheck>;
  second(request: SecondRequest, options: CallOptions): Promise<Instance>;
  /** Always a list, in the order of `resourceUri`. */
  auth(request: AuthRequest, options: CallOptions): Promise<UploadAuth[]>;
  save(request: SaveRequest, options: CallOptions): Promise<Instance>;
  abort(request: AbortRequest, options: CallOptions): Promise<unknown>;
}

/** A failed call. `status` is the HTTP status, 0 without an answer, 408 after a timeout. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed';
  readonly errcode: number;
  readonly errmsg: string;
  readonly status: number;
  constructor(failure: { errcode: number; errmsg: string; status: number }, options?: { cause?: unknown }) {
    super(failure.errmsg, options);
    this.errcode = failure.errcode;
    this.errmsg = failure.errmsg;
    this.status = failure.status;
  }
}

/** Bytes, or a Blob, whose bytes a browser keeps outside of the page. */
export type Body = Uint8Array | Blob;

export interface StoreRequest {
  method: 'GET' | 'PUT' | 'POST';
  url: string;
  /** Exactly these headers; the port adds none, in particular no Content-Type. */
  headers: Record<string, string>;
  body?: Body | undefined;
  /** Receives the bytes of the body sent so far. */
  onProgress?: ((sentBytes: number) => void) | undefined;
  signal: AbortSignal;
  timeoutMs: number;
}
export interface StoreAnswer {
  status: number;
  /** Names in lower case. Includes `etag` if the host exposes it. */
  headers: Record<string, string>;
  text: string;
}
/** The storage host's answer to a range request. */
export interface DownloadAnswer {
  status: number;
  /** The `ETag` header; null if the host hides it. */
  etag: string | null;
  /** The size of the whole file in bytes, from `Content-Range` or `Content-Length`; null if unknown. */
  size: number | null;
  /** In order. When the connection breaks, it throws `StoreFailed` after the bytes that arrived. */
  chunks: AsyncIterable<Uint8Array>;
}
/**
 * The storage host. Any status is an answer. Throws `StoreFailed` without one, and the signal's reason once aborted. Sends no credentials.
 */
export interface StorePort {
  /** Progress never decreases, and has reached the whole body when an accepting answer arrives. */
  send(request: StoreRequest): Promise<StoreAnswer>;
  /** The bytes from `from` on. With `etag`, only if the content is unchanged (`If-Range`). */
  receive(url: string, range: { from: number; etag: string | null }, signal: AbortSignal): Promise<DownloadAnswer>;
}
export class StoreFailed extends Error {
  override readonly name = 'StoreFailed';
  readonly reason: 'network' | 'timeout';
  constructor(reason: 'network' | 'timeout', options?: { cause?: unknown }) {
    super(reason === 'timeout' ? 'request timed out' : 'network fault', options);
    this.reason = reason;
  }
}

export interface HashOptions {
  /** Receives the bytes hashed so far: never decreases, and ends at the size. */
  onProgress?: ((hashedBytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}
export interface WholeFile {
  bytes: Uint8Array;
  md5: string;
  sha256: string;
}
export type PartChecksum = 'crc32' | 'md5';
/** How to prepare a range of a file for sending. */
export interface PartWork {
  start: number;
  length: number;
  /** Null: sent unobfuscated. */
  confuse: ConfuseParams | null;
  checksum: PartChecksum;
}
export interface PreparedPart {
  body: Body;
  /** The checksum of exactly these bytes, which the store enforces. */
  headers: Record<string, string>;
}
export class PartFailed extends Error {
  override readonly name = 'PartFailed';
  readonly reason: 'unreadable' | 'short' | 'confuse';
  constructor(reason: PartFailed['reason'], options?: { cause?: unknown }) {
    super(`part: ${reason}`, options);
    this.reason = reason;
  }
}
/**
 * Reads selected files. Hashes are lower-case hex. Everything rejects with the signal's reason once it is aborted. A browser does the work
 * in workers, `localFile` in upload/local-file.ts in place.
 */
export interface FilePort {
  /**
   * The hash of the whole file. Rejects with a RangeError when the length differs from the size, or with the read error when the file
   * changed.
   */
  hash(algorithm: 'md5' | 'sha256', source: FileSource, options: HashOptions): Promise<string>;
  /** Reads and hashes a small file at once. Rejects as `hash` does. */
  whole(source: FileSource, signal: AbortSignal): Promise<WholeFile>;
  /** Prepares a part. Rejects with PartFailed: a changed file is reported here and never sent. */
  prepare(source: FileSource, work: PartWork, signal: AbortSignal): Promise<PreparedPart>;
}

/** What is kept across a reload. The key is the file's identity in its target. Keep one memory per signed-in person. */
export interface RememberedUpload {
  key: string;
  name: string;
  size: number;
  lastModified: number;
  target: UploadTarget;
  md5: string;
  bucketName: string;
  objectKey: string;
  uploadId: string | null;
  savedAt: number;
}
/** Survives a reload, if the device allows it. Remembering an existing key replaces its value. */
export interface MemoryPort {
  /** Null when nothing is remembered under this key. */
  recall(key: string): Promise<RememberedUpload | null>;
  remember(upload: RememberedUpload): Promise<void>;
  /** Does nothing when the key is unknown. */
  forget(key: string): Promise<void>;
}

/** The machine that runs this: its clock and its network connection. */
export interface HostPort {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; timers resolve in the order of their times. Rejects with the signal's reason as soon as it aborts. */
  after(ms: number, signal?: AbortSignal): Promise<void>;
  online(): boolean;
  /** Calls the listener on every change of `online`. Returns a function that removes it. */
  onNetwork(listener: (online: boolean) => void): () => void;
}

export interface Ports {
  call: CallPort;
  store: StorePort;
  file: FilePort;
  memory: MemoryPort;
  host: HostPort;
}
