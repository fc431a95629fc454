import { lazy, Suspense, useState } from 'react';
import { useStore } from '../../ui/store.ts';
import { linkDialogs, type DialogFrame, type ShownLinkDialog } from './link-dialogs.ts';

const LinkDialog = lazy(() => import('./LinkDialog.tsx'));
const ItemLinksDialog = lazy(() => import('./ItemLinksDialog.tsx'));
const ExtendDialog = lazy(() => import('./ExtendDialog.tsx'));
const QrCodesDialog = lazy(() => import('./QrCodesDialog.tsx'));
const RenameLinkDialog = lazy(() => import('./RenameLinkDialog.tsx'));
const ShareDialog = lazy(() => import('../sharing/ShareDialog.tsx'));

/** Mounts the dialogs about external links; each is lazy-loaded. */
export function LinkHost() {
  const shown = useStore(linkDialogs.shown);
  // The closed dialog stays mounted for its closing animation.
  const [last, setLast] = useState<ShownLinkDialog | null>(shown);
  if (shown && shown !== last) setLast(shown);
  if (!last) return null;
  const frame = { opened: shown !== null, onClose: linkDialogs.close, onExitTransitionEnd: linkDialogs.closed };
  return <Suspense>{shownDialog(last, frame)}</Suspense>;
}

function shownDialog(shown: ShownLinkDialog, frame: DialogFrame) {
  const { turn } = shown;
  switch (shown.kind) {
    case 'item':
      return <ItemLinksDialog key={turn} item={shown.item} {...frame} />;
    case 'create':
      return <LinkDialog key={turn} of={{ item: shown.item }} {...frame} />;
    case 'change':
      return <LinkDialog key={turn} of={{ link: shown.link }} {...frame} />;
    case 'rename':
      return <RenameLinkDialog key={turn} link={shown.link} {...frame} />;
    case 'extend':
      return <ExtendDialog key={turn} links={shown.links} {...frame} />;
    case 'qrCodes':
      return <QrCodesDialog key={turn} links={shown.links} {...frame} />;
    case 'share':
      return frame.opened && <ShareDialog key={turn} items={[shown.item]} onClose={frame.onClose} />;
  }
}
