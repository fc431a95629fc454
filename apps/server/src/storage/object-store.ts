/**
 * What the rest of the server knows about the place where bytes are kept. Two engines stand behind it: folders on the
 * local disk (served by our own storage host) and any S3-compatible store. The client's protocol is S3's in both cases.
 */
import type { Readable } from 'node:stream';
import type { Speed } from './speed-limits.ts';

export interface Credentials {
  accessKey: string;
  secretKey: string;
}

/** Whose request it is; opaque. The disk store's host lets nobody take all of its places. */
interface OfPerson {
  person?: string;
}

/**
 * One request that a browser or the desktop engine may send to the store, and nothing beyond it. The speed of a body is kept by
 * the disk store's host; S3 engines cannot be told.
 */
export type Step = OfPerson &
  (
    | { kind: 'put'; key: string; token?: string; contentType?: string; lengthIs?: number; speed?: Speed }
    | { kind: 'initiate'; key: string; token?: string; contentType?: string }
    | { kind: 'part'; key: string; uploadId: string; partNumber: number; token?: string; lengthIs?: number; speed?: Speed }
    | { kind: 'listParts'; key: string; uploadId: string; token?: string; partNumberMarker?: number; maxParts?: number }
    | { kind: 'merge'; key: string; uploadId: string; token?: string }
    | { kind: 'abort'; key: string; uploadId: string; token?: string }
  );

/** `origin` is what the browser sees, such as `https://drive.example`; only the disk store needs it. */
export interface SigningMoment {
  origin: string;
  now: Date;
}

export interface SignedRequest {
  method: string;
  host: string;
  /** `x-amz-date`, such as 20260102T030405Z */
  date: string;
  authorization: string;
  /** absolute, with its query */
  url: string;
  /** Path and query as signed, `/bucket/key?...`; what follows the host in `url`. */
  resourceUri: string;
  /**
   * To be sent exactly as they stand, with `authorization` beside them (it is not repeated here): they are signed.
   * `host` is set by the client itself; a `content-length` (of `lengthIs`) too, since a browser forbids both.
   */
  headers: Record<string, string>;
}

export interface DownloadGrant extends OfPerson {
  key: string;
  expiresSeconds: number;
  fileName: string;
  disposition: 'attachment' | 'inline';
  contentType: string;
  origin: string;
  now: Date;
  /** Honoured by the disk store's host, ignored by S3 engines. */
  speed?: Speed;
  /** Opaque to the store; handed to the host's `transformRead`. Not honoured by S3 engines. */
  confuse?: string;
  /** Opaque to the store; asked of the host's `mayRead` at every read, for as long as it goes on. S3 engines: see `gatedLinks`. */
  claim?: string;
}

export interface StoredPart {
  partNumber: number;
  size: number;
  /** quoted, as in the header */
  etag: string;
}

export interface ObjectHead {
  size: number;
  etag: string;
  /** The upload row's token, if the object was stored with one. */
  token?: string;
  /** The first two in hex; known where the store itself computed them from the bytes it wrote. */
  hashes?: { md5: string; sha256: string; crc32: number };
}

/** First and last byte, both included, as in HTTP. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface OpenUpload {
  key: string;
  uploadId: string;
  initiated: Date;
}

export interface StoredObject {
  /** Null of what lies in the store and cannot be read as an object; `name` says where. */
  key: string | null;
  name: string;
  size: number;
  modified: Date;
}

export interface ObjectPage {
  objects: StoredObject[];
  /** Where the next page begins; null: this is the last. */
  next: string | null;
}

/** An upload or object that is not there is an ordinary outcome, told by these; anything else that fails is thrown. */
export type MergeOutcome = { outcome: 'merged'; etag: string } | { outcome: 'noSuchUpload' } | { outcome: 'invalidPart'; message: string };

export interface ObjectStore {
  readonly kind: 'disk' | 's3';
  readonly bucket: string;
  /** Which checksum of a part the store enforces: `x-amz-checksum-crc32` or `Content-MD5`, both base64. */
  readonly partChecksum: 'crc32' | 'md5';

  /** Base address of the store for a browser: `<origin>/storage` for the disk store, else the S3 endpoint. */
  uploadHost(origin: string): string;
  /** Signs in the header, with an unsigned payload. Pure: no request is made. */
  signStep(step: Step, at: SigningMoment): SignedRequest;
  /** A GET link, signed in its query; name, disposition and type are part of the signature. */
  signDownload(grant: DownloadGrant): string;

  /** Opens a multipart upload for the server itself; its id. */
  initiate(key: string, options?: { token?: string }): Promise<string>;
  /** All parts in order, every page; null when there is no such upload. */
  listParts(key: string, uploadId: string): Promise<StoredPart[] | null>;
  /** Merging the same parts twice is allowed; a store that refuses the second time is settled by looking at the object. */
  complete(key: string, uploadId: string, parts: readonly { partNumber: number; etag: string }[]): Promise<MergeOutcome>;
  /** An upload that is gone already is fine. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Uploads that were opened and neither merged nor aborted. */
  listUploads(): Promise<OpenUpload[]>;

  /** `fresh`: looks at the object itself and all its parts, whatever is remembered of it; one that is damaged counts as gone. */
  head(key: string, options?: { fresh?: boolean }): Promise<ObjectHead | null>;
  /** A page of all objects in an order of the store's own, those after `after` (null: from the first on). */
  listObjects(after: string | null, most: number): Promise<ObjectPage>;
  /** Null when there is no such object. A range beyond the end throws a RangeError. Destroying the stream frees everything. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Stores exactly `size` bytes or fails and leaves nothing. */
  put(key: string, body: Readable, size: number, options?: { token?: string }): Promise<ObjectHead>;
  /** An object that is gone already is fine. */
  remove(key: string): Promise<void>;

  /** Throws when the store cannot be used now (for readiness). */
  check(): Promise<void>;
  close(): Promise<void>;
}
