import type { Readable } from 'node:stream';
import type { Logger } from 'pino';
import type { BlobId } from '@alcove/contract';
import type { Confinement } from '../sandbox/index.ts';

/** The kind of a rendition. An entry of an archive is a rendition of the archive: `entry:` and its position in the listing. */
export type RenditionKind = 'thumbnail' | 'picture' | 'document' | 'listing' | 'text' | 'page' | 'video' | 'audio' | CopyKind | EntryKind;
/** A playable file without its metadata. */
export type CopyKind = `${'video' | 'audio'}:copy`;
/** An entry as it is in the archive, or a rendition of it. */
export type EntryKind = `entry:${number}` | `entry:${number}:${'picture' | 'document' | 'text' | 'page'}`;

/** Why a content has no rendition and never will. Only two reasons can pass: `missing`, once the program is installed, and `noRoom`. */
export type Refusal = 'corrupt' | 'encrypted' | 'unsupported' | 'tooLarge' | 'tooLong' | 'failed' | 'missing' | 'noRoom';

export type Converted = { kind: 'made' } | { kind: 'refused'; reason: Refusal };

/** The content as its owner uploaded it, without obfuscation. */
export interface Source {
  blobId: BlobId;
  size: number;
  /** The first bytes, or fewer if the content is shorter; they tell its real type. */
  head(length: number): Promise<Buffer>;
  /** Both ends included. */
  read(range?: { start: number; end: number }): Promise<Readable>;
  /** Copies the whole content into a file that a confined program may read. */
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
  /** The server stops: errors thrown from then on do not count as an attempt. */
  signal: AbortSignal;
  /** Another rendition of the same content, if it exists. */
  made(kind: RenditionKind): Promise<Source | null>;
  /** Stores the result, once: a file in the program's folder, or bytes. `pixels` are the dimensions of the source image. */
  keep(made: string | Buffer, contentType: string, pixels?: Pixels): Promise<void>;
  /** Percent. */
  tell(progress: number): void;
}

/** Makes renditions of some kinds, with limited concurrency. It throws only for internal errors, after which the work is retried. */
export interface Converter {
  name: string;
  /** What it makes: the part of a kind before the colon. */
  kinds: readonly string[];
  atOnce: number;
  /** Whoever asks has opened the file and sees nothing until it is made. */
  isWaitedFor: boolean;
  /** Programs without which it makes less, or nothing. */
  programs?: readonly string[];
  convert(making: Making): Promise<Converted>;
}
