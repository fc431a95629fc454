/**
 * The interface of the object store. There are two engines: folders on the local disk (served by our own storage host), and any
 * S3-compatible store. Clients speak S3 in both cases.
 */
import type { Readable } from 'node:stream';
import type { Speed } from './speed-limits.ts';

export interface Credentials {
  accessKey: string;
  secretKey: string;
}

/** The owner of the request; opaque. The disk store's host lets nobody occupy all of its places. */
interface OfPerson {
  person?: string;
}

/**
 * One request that a browser or the desktop engine may send to the store, and nothing else. The disk store's host also limits the speed of
 * the body; S3 engines cannot.
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

/** `origin` is what the browser sees, such as `https://drive.example`. Only the disk store needs it. */
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
  /** Path and query as signed, `/bucket/key?...`: the part of `url` after the host. */
  resourceUri: string;
  /**
   * To be sent exactly as they are, because they are signed, together with `authorization` (not repeated here). The client itself sets
   * `host` and `content-length` (for `lengthIs`), since browsers forbid setting them.
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
  /** Honored by the disk store's host, ignored by S3 engines. */
  speed?: Speed;
  /** Opaque to the store; passed to the host's `transformRead`. S3 engines ignore it. */
  confuse?: string;
  /** Opaque to the store; passed to the host's `mayRead` at every read, for as long as the read lasts. For S3 engines, see `gatedLinks`. */
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
  /** The first two in hex; present if the store computed them from the bytes it wrote. `noText`: it also saw that they are no text. */
  hashes?: { md5: string; sha256: string; crc32: number; noText: boolean };
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
  /** Null for an entry that cannot be read as an object; `name` says where it is. */
  key: string | null;
  name: string;
  size: number;
  modified: Date;
}

export interface ObjectPage {
  objects: StoredObject[];
  /** The start of the next page. Null on the last page. */
  next: string | null;
}

/** A missing upload or object is an ordinary outcome, reported by these classes. Anything else that fails is thrown. */
export type MergeOutcome = { outcome: 'merged'; etag: string } | { outcome: 'noSuchUpload' } | { outcome: 'invalidPart'; message: string };

export interface ObjectStore {
  readonly kind: 'disk' | 's3';
  readonly bucket: string;
  /** Which checksum of a part the store verifies: `x-amz-checksum-crc32` or `Content-MD5`, both base64. */
  readonly partChecksum: 'crc32' | 'md5';

  /** Base address of the store for a browser: `<origin>/storage` for the disk store, else the S3 endpoint. */
  uploadHost(origin: string): string;
  /** Signs in the header, with an unsigned payload. Makes no request. */
  signStep(step: Step, at: SigningMoment): SignedRequest;
  /** A GET link, signed in its query; name, disposition and type are part of the signature. */
  signDownload(grant: DownloadGrant): string;

  /** Opens a multipart upload for the server itself and returns its id. */
  initiate(key: string, options?: { token?: string }): Promise<string>;
  /** All parts in order, from all pages. Null if there is no such upload. */
  listParts(key: string, uploadId: string): Promise<StoredPart[] | null>;
  /** Merging the same parts twice is allowed. If the store refuses the second merge, the object decides. */
  complete(key: string, uploadId: string, parts: readonly { partNumber: number; etag: string }[]): Promise<MergeOutcome>;
  /** Succeeds if the upload is already gone. */
  abort(key: string, uploadId: string): Promise<void>;
  /** Uploads that were opened and neither merged nor aborted. */
  listUploads(): Promise<OpenUpload[]>;

  /** `fresh` checks the object itself and all its parts instead of the cache. A damaged object counts as missing. */
  head(key: string, options?: { fresh?: boolean }): Promise<ObjectHead | null>;
  /** A page of all objects in the store's own order, starting after `after` (null: from the start). */
  listObjects(after: string | null, most: number): Promise<ObjectPage>;
  /** Null if there is no such object. A range beyond the end throws a RangeError. Destroying the stream frees everything. */
  read(key: string, range?: ByteRange): Promise<Readable | null>;
  /** Stores exactly `size` bytes, or fails and leaves nothing. */
  put(key: string, body: Readable, size: number, options?: { token?: string }): Promise<ObjectHead>;
  /** Succeeds if the object is already gone. */
  remove(key: string): Promise<void>;

  /** Throws if the store cannot be used now (for readiness). */
  check(): Promise<void>;
  close(): Promise<void>;
}
