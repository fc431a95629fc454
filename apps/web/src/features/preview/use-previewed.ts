import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { Instance } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { stepBack } from '../../ui/step-back.ts';
import { toast } from '../../ui/toast/toast.ts';
import { previewParameter, versionParameter, viewerOpened, withoutPreview } from '../../items/preview-address.ts';
import { fileDetail, type Through } from '../../items/file-queries.ts';

const versionNumber = /^[1-9]\d{0,8}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
interface From extends Through {
  /** The list's items, and whether they are still loading. */
  items: readonly Instance[];
  waits: boolean;
}

interface Previewed {
  item: Instance | null;
  version: number | undefined;
  show(item: Instance | null): void;
}

/** The previewed file. The address names it: back closes the preview, reload and a copied address reopen it. */
export function usePreviewed({ items, waits, fileSharingId }: From): Previewed {
  const [address, setAddress] = useSearchParams();
  const location = useLocation();
  const [asked, setAsked] = useState<Instance | null>(null);
  const [last, setLast] = useState<Instance | null>(null);
  const named = address.get(previewParameter);
  const id = named !== null && uuid.test(named) ? named : null;
  const old = address.get(versionParameter);
  const version = id !== null && old !== null && versionNumber.test(old) ? Number(old) : undefined;
  const known = id === null ? null : ([...items, asked, last].find((item) => item?.instanceId === id) ?? null);
  const detail = useQuery({ ...fileDetail(id ?? '', { fileSharingId }), enabled: id !== null && known === null && !waits });
  // A file that leaves the list stays open: the preview says what happened to it.
  if (known && known !== last) setLast(known);
  const goesBack = useWayBack(id === null ? null : (version ?? 0));
  const show = (item: Instance | null): void => {
    if (item) {
      setAsked(item);
      const put = (before: URLSearchParams) => new URLSearchParams([...withoutPreview(before), [previewParameter, item.instanceId]]);
      setAddress(put, id === null ? { state: viewerOpened } : { replace: true, state: location.state as unknown });
    } else if (!(location.state as typeof viewerOpened | null)?.viewerOpened || !goesBack()) setAddress(withoutPreview, { replace: true });
  };
  const missing = id !== null && known === null ? detail.error : null;
  useEffect(() => {
    if (!missing) return;
    toast.error(failureMessage(missing, t('preview.failed')));
    setAddress(withoutPreview, { replace: true });
  }, [missing, setAddress]);
  useEffect(fetchViewer, []);
  return { item: id === null ? null : (known ?? detail.data ?? null), version, show };
}

/**
 * Goes back one step to close the preview, and says whether it could. Going back is asynchronous, so a second call meanwhile would go too far.
 * `open`: an old version has its own history entry.
 */
function useWayBack(open: number | null): () => boolean {
  const steps = useRef<number>(null);
  useEffect(() => {
    steps.current = open === null ? null : history.length;
  }, [open]);
  return () => {
    const since = steps.current;
    steps.current = null;
    return since !== null && stepBack(since);
  };
}

/** Preloads the preview's chunk, so that it opens at once, and even offline. */
function fetchViewer(): () => void {
  const timer = setTimeout(() => {
    // If this fails, opening the preview fails and shows it.
    import('./PreviewOverlay.tsx').catch(() => {});
  }, 1500);
  return () => clearTimeout(timer);
}
