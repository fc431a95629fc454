import { categories, categoryOf, extensionOf, previewKindOf } from '@alcove/contract';
import type { PreviewKind } from '@alcove/contract';
import type { RenditionKind } from '../renditions/index.ts';
import { playsAsItIs } from './content-types.ts';

/** How a file of this name is shown, and from what: its own bytes, or a rendition. */
export type Shown = { kind: PreviewKind; from: 'content' } | { kind: PreviewKind; from: RenditionKind };

const picturesOfBrowsers = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.avif', '.ico'];

/**
 * Null: it has no preview. Callers who may preview but not download (View-only) never get the file's own bytes: images are drawn again,
 * PDFs are rewritten, texts are cut to the characters that the page shows, and audio and video are remuxed into a new file without titles,
 * locations and other metadata.
 */
export function howShown(name: string, mayDownload: boolean): Shown | null {
  const kind = previewKindOf(name);
  if (kind === null) return null;
  const extension = extensionOf(name);
  if (kind === 'archive') return { kind, from: 'listing' };
  if (kind === 'video' || kind === 'audio') {
    if (!playsAsItIs(name)) return { kind, from: kind };
    return { kind, from: mayDownload ? 'content' : `${kind}:copy` };
  }
  if (kind === 'image' && !(mayDownload && picturesOfBrowsers.includes(extension))) return { kind, from: 'picture' };
  if (kind === 'pdf' && !(mayDownload && extension === '.pdf')) return { kind, from: 'document' };
  if (mayDownload) return { kind, from: 'content' };
  return { kind, from: kind === 'html' ? 'page' : 'text' };
}

/** For formats that the page reads completely, the rendition's size counts, not the source file's. */
export const isText = ({ from }: Shown): boolean => from === 'text' || from === 'page';

/** The transcoded version of a file that a browser could not play. */
export const transcoded = (shown: Shown | null): Shown | null =>
  shown?.kind === 'video' || shown?.kind === 'audio' ? { kind: shown.kind, from: shown.kind } : shown;

export const isVideo = (name: string): boolean => categoryOf(name) === categories.video;

const packetBytes = 188;
/** Enough of a `.ts` file to tell MPEG-TS from source text: its packets each begin with the same byte. */
export const streamHeadBytes = 2 * packetBytes + 1;
export const mayBeStream = (name: string): boolean => extensionOf(name) === '.ts';
export const isStream = (head: Buffer): boolean => [0, packetBytes, 2 * packetBytes].every((at) => head[at] === 0x47);
