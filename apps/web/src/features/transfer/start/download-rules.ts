import { limits, type Instance } from '@alcove/contract';

/** Pure rules for downloads in the browser (specification 1 section 5). The screens show the texts. */
export type Downloadable = Pick<Instance, 'instanceId' | 'instanceName' | 'classifierId' | 'fileSize'>;

export type DownloadRefusal =
  | { because: 'nothing' }
  | { because: 'folder'; shared: boolean }
  | { because: 'tooMany'; limit: number }
  | { because: 'tooLarge'; name: string };

export interface DownloadContext {
  /** In a share that others see: the refusal of folders is worded for visitors. */
  shared: boolean;
  /** The page of link visitors asks before more than 50 files. */
  publicPage: boolean;
  /** The company lets browsers download folders, as one ZIP (service setting). */
  folders: boolean;
}

export type DownloadVerdict = { refusal: DownloadRefusal } | { refusal: null; ask: boolean };

export function judgeDownload(items: readonly Downloadable[], { shared, publicPage, folders }: DownloadContext): DownloadVerdict {
  if (items.length === 0) return { refusal: { because: 'nothing' } };
  if (!folders && items.some((item) => item.classifierId === 'Folder')) return { refusal: { because: 'folder', shared } };
  if (items.length > limits.downloadItems) return { refusal: { because: 'tooMany', limit: limits.downloadItems } };
  const huge = items.find((item) => item.fileSize > limits.fileBytes);
  if (huge) return { refusal: { because: 'tooLarge', name: huge.instanceName } };
  return { refusal: null, ask: publicPage && items.length > limits.filesBeforePrompt };
}
