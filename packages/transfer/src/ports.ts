import type { ConfuseParams, InputOf, Instance, UploadAuth, UploadCheck, calls } from '@alcove/contract';

/** What an upload needs from the outside. Browser and desktop each bring their own; the rest of this package sees only these. */

/** One file that a person picked. */
export interface FileSource {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Milliseconds since 1970. */
  readonly lastModified: number;
  /** The bytes from `start`; fewer than `length` only at the end. The caller may change them. Rejects when the file cannot be read. */
  read(start: number, length: number): Promise<Uint8Array>;
  /** The whole file in order, where that is faster than reading ranges. A piece is only good until the next one is asked for. */
  pieces?: (() => AsyncIterable<Uint8Array>) | undefined;
  /** Whether the file is still the one that was picked: in its place, with the same size and time. */
  state(): Promise<FileState>;
}
export type FileState = 'same' | 'changed' | 'missing';

/** Where an upload goes. */
export interface UploadTarget {
  parentId: string;
  /** '1' personal, '2' group, '3' department, '4' library. */
  instanceType: '1' | '2' | '3' | '4';
  fileSharingId?: string | undefined;
  /** Set for a link visitor: the link variants of the calls are used. */
  linkPath?: string | undefined;
  onConflict?: 'fail' | 'rename' | 'version' | undefined;
  /** Names of the folders shown as the location, the space first: its name goes into the finished record. */
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

/** The API. Every function throws `CallFailed`; names in requests are already encoded. No retries here: the runner does them. */
export interface CallPort {
  check(request: CheckRequest, options: CallOptions): Promise<UploadCheck>;
  second(request: SecondRequest, options: CallOptions): Promise<Instance>;
  /** Always a list, in the order of `resourceUri`. */
  auth(request: AuthRequest, options: CallOptions): Promise<UploadAuth[]>;
  save(request: SaveRequest, options: CallOptions): Promise<Instance>;
  abort(request: AbortRequest, options: CallOptions): Promise<unknown>;
}

/** A call that did not succeed. `status` is HTTP's; 0 when no answer came, 408 when it did not come in time. */
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

/** Bytes, or what a browser keeps outside of the page that sends them. */
export type Body = Uint8Array | Blob;

export interface StoreRequest {
  method: 'GET' | 'PUT' | 'POST';
  url: string;
  /** Exactly these; in particular no Content-Type of the port's own. */
  headers: Record<string, string>;
  body?: Body | undefined;
  /** Bytes of the body sent so far. */
  onProgress?: ((sentBytes: number) => void) | undefined;
  signal: AbortSignal;
  timeoutMs: number;
}
export interface StoreAnswer {
  status: number;
  /** Names in lower case. `etag` must be among them where the host exposes it. */
  headers: Record<string, string>;
  text: string;
}
/** A range of a file as the storage host offers it. */
export interface DownloadAnswer {
  status: number;
  /** The `ETag` header; null where the host hides it. */
  etag: string | null;
  /** Bytes of the whole file, from `Content-Range` or `Content-Length`; null where it is not told. */
  size: number | null;
  /** In order. Throws `StoreFailed` when the line breaks, after what had come by then. */
  chunks: AsyncIterable<Uint8Array>;
}
/** The storage host. Any status is an answer; throws `StoreFailed` when there is none, the signal's reason once aborted. Credentials are not sent. */
export interface StorePort {
  /** Progress never goes back, and has told the whole body by the time of an answer that accepts it. */
  send(request: StoreRequest): Promise<StoreAnswer>;
  /** Bytes from `from` on; with `etag` only if it is still that content (`If-Range`). */
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
  /** Bytes hashed so far: never goes back, and ends at the size. */
  onProgress?: ((hashedBytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}
export interface WholeFile {
  bytes: Uint8Array;
  md5: string;
  sha256: string;
}
export type PartChecksum = 'crc32' | 'md5';
/** What becomes of a range of a file before it is sent. */
export interface PartWork {
  start: number;
  length: number;
  /** Null: sent as it is. */
  confuse: ConfuseParams | null;
  checksum: PartChecksum;
}
export interface PreparedPart {
  body: Body;
  /** The checksum that the store enforces, of just these bytes. */
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
 * Reads what a person picked. Hashes are lower-case hex. Everything rejects with the signal's reason once it is aborted. A browser
 * answers from workers; `localFile` in upload/local-file.ts does it in place.
 */
export interface FilePort {
  /** The hash of the whole file. RangeError when it is not as long as it said; what the read threw when it changed. */
  hash(algorithm: 'md5' | 'sha256', source: FileSource, options: HashOptions): Promise<string>;
  /** A small file, read once and hashed; fails as `hash` does. */
  whole(source: FileSource, signal: AbortSignal): Promise<WholeFile>;
  /** Makes a part ready. Rejects with PartFailed: a file that changed is told here, never sent. */
  prepare(source: FileSource, work: PartWork, signal: AbortSignal): Promise<PreparedPart>;
}

/** What is kept across a reload. The key is the file's identity in its target; keep one memory per signed-in person. */
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
/** Survives a reload, where the device allows it. What is remembered under a key that is there takes its place. */
export interface MemoryPort {
  /** Null: nothing is remembered under it. */
  recall(key: string): Promise<RememberedUpload | null>;
  remember(upload: RememberedUpload): Promise<void>;
  /** Forgetting what is not there is nothing. */
  forget(key: string): Promise<void>;
}

/** The machine that this runs on: its clock and its line. */
export interface HostPort {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, the earlier due before the later; rejects with the signal's reason as soon as that aborts. */
  after(ms: number, signal?: AbortSignal): Promise<void>;
  online(): boolean;
  /** Called on every change of `online`; returns how to stop listening. */
  onNetwork(listener: (online: boolean) => void): () => void;
}

export interface Ports {
  call: CallPort;
  store: StorePort;
  file: FilePort;
  memory: MemoryPort;
  host: HostPort;
}
