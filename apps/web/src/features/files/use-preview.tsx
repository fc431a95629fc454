import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { previewKindOf, type Instance } from '@alcove/contract';
import { usePreviewed } from '../preview/use-previewed.ts';
import type { Through } from './file-queries.ts';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));

interface Listed extends Through {
  items: readonly Instance[];
  /** Whether they are still on their way. */
  waits: boolean;
}

/** What is looked at out of a list, with its neighbours in it: `preview` opens it, `overlay` is drawn wherever the list is. */
export function usePreview(listed: Listed): { preview(item: Instance): void; overlay: ReactNode } {
  const { items } = listed;
  const [item, setItem] = usePreviewed(listed);
  const neighbours = useMemo(() => items.filter((one) => one.classifierId === 'File' && previewKindOf(one.instanceName)), [items]);
  const overlay = item && (
    <Suspense>
      <PreviewOverlay item={item} neighbours={neighbours} onItem={setItem} onClose={() => setItem(null)} />
    </Suspense>
  );
  return { preview: setItem, overlay };
}
