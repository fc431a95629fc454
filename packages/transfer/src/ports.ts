import type { InputOf, Instance, UploadAuth, UploadCheck, calls } from '@alcove/contract';
import type { PartWork, PreparedPart } from './upload/part.ts';

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
  /** Names of the folders shown as the location; not sent. */
  path?: readonly string[] | undefined;
}

export type CheckRequest = InputOf<typeof calls.upload.checkUploadAble>;
export type SecondRequest = InputOf<typeof calls.upload.secondUpload>;
export type AuthRequest = Omit<InputOf<typeof calls.upload.queryUploadAuth>, 'resourceUri'> & { resourceUri: string[] };
export type SaveRequest = InputOf<typeof calls.upload.upload>;
export type RecycleRequest = InputOf<typeof calls.upload.recycleStorageFile>;

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
  recycle(request: RecycleRequest, options: CallOptions): Promise<unknown>;
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
/** The storage host. Any status is an answer; throws `StoreFailed` when there is none. Credentials are not sent. */
export interface StorePort {
  send(request: StoreRequest): Promise<StoreAnswer>;
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
  onProgress?: ((hashedBytes: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}
/** Whole-file hashes, lower-case hex. A browser answers from a worker; `localHash` in hash.ts does it in place. */
export interface HashPort {
  md5(source: FileSource, options: HashOptions): Promise<string>;
  sha256(source: FileSource, options: HashOptions): Promise<string>;
  /** A small file, read once and hashed; RangeError when it is not as long as it said. */
  whole(source: FileSource, signal: AbortSignal): Promise<WholeFile>;
}
export interface WholeFile {
  bytes: Uint8Array;
  md5: string;
  sha256: string;
}

/** Makes parts ready. A browser answers from a worker; `localPart` in part.ts does it in place. Rejects with PartFailed. */
export interface PartPort {
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
export interface MemoryPort {
  recall(key: string): Promise<RememberedUpload | null>;
  remember(upload: RememberedUpload): Promise<void>;
  forget(key: string): Promise<void>;
}

export interface ClockPort {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`; rejects when the signal aborts. */
  after(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface NetworkPort {
  online(): boolean;
  /** Called on every change; returns how to stop listening. */
  subscribe(listener: (online: boolean) => void): () => void;
}

export interface Ports {
  call: CallPort;
  store: StorePort;
  hash: HashPort;
  part: PartPort;
  memory: MemoryPort;
  clock: ClockPort;
  network: NetworkPort;
}
