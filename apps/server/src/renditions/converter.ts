import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { Confinement } from '../sandbox/index.ts';

/** What is made of a content. An entry of an archive is a rendition of the archive: `entry:` and its place in the listing. */
export type RenditionKind = 'thumbnail' | 'picture' | 'document' | 'listing' | 'text' | 'page' | 'video' | 'audio' | CopyKind | EntryKind;
/** What plays already, without what else was written into the file. */
export type CopyKind = `${'video' | 'audio'}:copy`;
/** An entry as it is in the archive, or what is made of it. */
export type EntryKind = `entry:${number}` | `entry:${number}:${'picture' | 'document' | 'text' | 'page'}`;

/** Why there is none, and never will be of this content. These alone change: `missing`, when the program is installed, and `noRoom`. */
export type Refusal = 'corrupt' | 'encrypted' | 'unsupported' | 'tooLarge' | 'tooLong' | 'failed' | 'missing' | 'noRoom';

export type Converted = { kind: 'made' } | { kind: 'refused'; reason: Refusal };

/** The content as its owner uploaded it, obfuscation undone. */
export interface Source {
  blobId: string;
  size: number;
  /** The first bytes, fewer when there are not so many: what kind of file it really is. */
  head(length: number): Promise<Buffer>;
  /** Both ends included. */
  read(range?: { start: number; end: number }): Promise<Readable>;
  /** Whole, into a file that a confined program may read. */
  writeTo(path: string, signal?: AbortSignal): Promise<void>;
}

export interface Pixels {
  width: number;
  height: number;
}

export interface Making {
  kind: RenditionKind;
  source: Source;
  confinement: Confinement;
  logger: Logger;
  /** The server stops: whatever is thrown from then on counts as no try. */
  signal: AbortSignal;
  /** Another rendition of the same content, where it is there already. */
  made(kind: RenditionKind): Promise<Source | null>;
  /** Keeps what was made, once: a file of the program's folder, or bytes. `pixels` are those of the picture that it was made from. */
  keep(made: string | Buffer, contentType: string, pixels?: Pixels): Promise<void>;
  /** Percent. */
  tell(progress: number): void;
}

/** Makes renditions of some kinds, so many at one time. It throws only for faults of ours; those are tried again. */
export interface Converter {
  name: string;
  /** What it makes, by what stands before the colon of a kind. */
  kinds: readonly string[];
  atOnce: number;
  /** Without which it makes less, or nothing. */
  programs?: readonly string[];
  convert(making: Making): Promise<Converted>;
}
