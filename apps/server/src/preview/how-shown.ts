import { categories, categoryOf, extensionOf, previewKindOf } from '@alcove/contract';
import type { PreviewKind } from '@alcove/contract';
import type { RenditionKind } from '../renditions/index.ts';

/** What a file of this name is shown as, and from what: its own bytes, or a rendition of them. */
export type Shown = { kind: PreviewKind; from: 'content' } | { kind: PreviewKind; from: RenditionKind };

const picturesOfBrowsers = ['.png', '.jpg', '.jpeg', '.gif', '.webp', '.bmp', '.avif', '.ico'];

/** Null: not at all. Who may look at a picture or a PDF but not download it never gets its own bytes. */
export function howShown(name: string, mayDownload: boolean): Shown | null {
  const kind = previewKindOf(name);
  if (kind === null) return null;
  const extension = extensionOf(name);
  if (kind === 'image' && !(mayDownload && picturesOfBrowsers.includes(extension))) return { kind, from: 'picture' };
  if (kind === 'pdf' && !(mayDownload && extension === '.pdf')) return { kind, from: 'document' };
  return { kind, from: 'content' };
}

export const isVideo = (name: string): boolean => categoryOf(name) === categories.video;
