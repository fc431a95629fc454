import { useSearchParams } from 'react-router';
import type { Instance } from '@alcove/contract';

/** Names the file that is looked at. */
export const previewParameter = 'preview';
/** Beside it: an old content instead of what the file holds now. */
export const versionParameter = 'version';
/** Said of the step of the history that opened the viewer: closing it is the way back. */
export const viewerOpened = { viewerOpened: true };

/** Opens an old content of a file that is listed here: a step of its own, so that back leads to where it was opened. */
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

/** The address with the viewer closed. */
export function withoutPreview(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(previewParameter);
  next.delete(versionParameter);
  return next;
}
