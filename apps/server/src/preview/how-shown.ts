import { categories, categoryOf, extensionOf, previewKindOf } from '@alcove/contract';
import type { PreviewKind } from '@alcove/contract';
import type { RenditionKind } from '../renditions/index.ts';
import { playsAsItIs } from './content-types.ts';

/** What a file of this name is shown as, and from what: its own bytes, or a rendition of them. */
export type Shown = { kind: PreviewKind; from: 'content' } | { kind: PreviewKind; from: RenditionKind };

const picturesOfBrowsers = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.avif', '.ico'];

/**
 * Null: not at all. Who may look at a file but not download it never gets its own bytes (View-only): pictures are drawn and PDFs
 * written anew; of a text there are its characters, to where the page shows them; films and recordings are put into a new file, which
 * takes a copy and no encoding, and has neither titles nor places nor whatever else was written into the old one.
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

/** What the page reads to its end counts its own bytes, not those of the file that it was made of. */
export const isText = ({ from }: Shown): boolean => from === 'text' || from === 'page';

/** What a browser did not play as it is, made playable. */
export const transcoded = (shown: Shown | null): Shown | null =>
  shown?.kind === 'video' || shown?.kind === 'audio' ? { kind: shown.kind, from: shown.kind } : shown;

export const isVideo = (name: string): boolean => categoryOf(name) === categories.video;

const packetBytes = 188;
/** As much of a `.ts` as tells a recording from a source text: packets that each begin with the same byte. */
export const streamHeadBytes = 2 * packetBytes + 1;
export const mayBeStream = (name: string): boolean => extensionOf(name) === '.ts';
export const isStream = (head: Buffer): boolean => [0, packetBytes, 2 * packetBytes].every((at) => head[at] === 0x47);
