import { askPreview, previewOf } from '../../items/file-queries.ts';
import { downloadEntry } from './download-entry.ts';
import type { PreviewSource } from './preview-source.tsx';

/** Previews of the files that the signed-in person can see. */
export const ownFiles: PreviewSource = {
  previewOf: (item, asked) => ({ queryKey: previewOf(item, asked).queryKey, queryFn: ({ signal }) => askPreview(item, asked, signal) }),
  opensEntries: true,
  downloadEntry: (item, version, entry) => void downloadEntry(item, version, entry),
  watermark: null,
};
