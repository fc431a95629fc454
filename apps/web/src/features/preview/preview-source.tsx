import { createContext, useContext } from 'react';
import type { Instance, Preview } from '@alcove/contract';
import type { Asked } from '../../items/file-queries.ts';

/** A query for a signed link, as react-query takes it. */
export interface PreviewQuery {
  queryKey: readonly unknown[];
  queryFn(context: { signal: AbortSignal }): Promise<Preview>;
}

/** What the viewers have to know of a file. */
export type PreviewedItem = Pick<Instance, 'instanceId' | 'version' | 'fileAuth' | 'fileSharingId'>;

/** Where previews come from: a person's own files, an external link, or a review of one. The viewers know nothing else of their surroundings. */
export interface PreviewSource {
  previewOf(item: PreviewedItem, asked: Asked): PreviewQuery;
  /** Entries of archives can be opened. */
  opensEntries: boolean;
  /** Undefined: entries of archives cannot be downloaded. */
  downloadEntry: ((item: PreviewedItem, version: number | undefined, entry: number) => void) | undefined;
  /** The watermark over pictures, pages and videos, as a CSS image; null for none. */
  watermark: string | null;
}

/** Only the content, from an administrator's call. */
export const lookOnly = (previewOf: PreviewSource['previewOf']): PreviewSource => ({
  previewOf,
  opensEntries: false,
  downloadEntry: undefined,
  watermark: null,
});

const Source = createContext<PreviewSource | null>(null);
export const PreviewSourceProvider = Source.Provider;

export function usePreviewSource(): PreviewSource {
  const source = useContext(Source);
  if (!source) throw new Error('A preview is shown outside a PreviewSourceProvider.');
  return source;
}
