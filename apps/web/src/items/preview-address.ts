import { useSearchParams } from 'react-router';
import type { Instance } from '@alcove/contract';

/** The file in the preview. */
export const previewParameter = 'preview';
/** An old version of it, instead of the current content. */
export const versionParameter = 'version';
/** History state of the entry that opened the preview: closing the preview then goes back. */
export const viewerOpened = { viewerOpened: true };

/** Opens an old version of a listed file. This adds a history entry, so that back leads to where it was opened. */
export function useShowVersion(): (item: Instance, version: number) => void {
  const [, setAddress] = useSearchParams();
  return ({ instanceId }, version) =>
    setAddress(
      (before) => new URLSearchParams([...withoutPreview(before), [previewParameter, instanceId], [versionParameter, String(version)]]),
      {
        state: viewerOpened,
      },
    );
}

/** The address with the preview closed. */
export function withoutPreview(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(previewParameter);
  next.delete(versionParameter);
  return next;
}
