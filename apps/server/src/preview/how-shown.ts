import { categories, categoryOf, previewKindOf } from '@alcove/contract';
import type { PreviewKind } from '@alcove/contract';
import type { RenditionKind } from '../renditions/index.ts';

/** What a file of this name is shown as, and from what: its own bytes, or a rendition of them. */
export type Shown = { kind: PreviewKind; from: 'content' } | { kind: PreviewKind; from: RenditionKind };

/** Null: not at all. */
export function howShown(name: string): Shown | null {
  const kind = previewKindOf(name);
  return kind === null ? null : { kind, from: 'content' };
}

export const isVideo = (name: string): boolean => categoryOf(name) === categories.video;
