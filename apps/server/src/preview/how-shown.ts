import { categories, categoryOf, extensionOf, previewKindOf } from '@alcove/contract';
import type { PreviewKind } from '@alcove/contract';
import type { RenditionKind } from '../renditions/index.ts';
import { playsAsItIs } from './content-types.ts';

/** What a file of this name is shown as, and from what: its own bytes, or a rendition of them. */
export type Shown = { kind: PreviewKind; from: 'content' } | { kind: PreviewKind; from: RenditionKind };

const picturesOfBrowsers = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.avif', '.ico'];

/** Null: not at all. Who may look at a picture or a PDF but not download it never gets its own bytes. */
export function howShown(name: string, mayDownload: boolean): Shown | null {
  const kind = previewKindOf(name);
  if (kind === null) return null;
  const extension = extensionOf(name);
  if (kind === 'archive') return { kind, from: 'listing' };
  if ((kind === 'video' || kind === 'audio') && !playsAsItIs(name)) return { kind, from: kind };
  if (kind === 'image' && !(mayDownload && picturesOfBrowsers.includes(extension))) return { kind, from: 'picture' };
  if (kind === 'pdf' && !(mayDownload && extension === '.pdf')) return { kind, from: 'document' };
  return { kind, from: 'content' };
}

/** What a browser did not play as it is, made playable. */
export const transcoded = (shown: Shown | null): Shown | null =>
  shown?.kind === 'video' || shown?.kind === 'audio' ? { kind: shown.kind, from: shown.kind } : shown;

export const isVideo = (name: string): boolean => categoryOf(name) === categories.video;

const packetBytes = 188;
/** As much of a `.ts` as tells a recording from a source text: packets that each begin with the same byte. */
export const streamHeadBytes = 2 * packetBytes + 1;
export const mayBeStream = (name: string): boolean => extensionOf(name) === '.ts';
export const isStream = (head: Buffer): boolean => [0, packetBytes, 2 * packetBytes].every((at) => head[at] === 0x47);
