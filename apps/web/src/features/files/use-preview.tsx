import { lazy, Suspense, useMemo, useState, type ReactNode } from 'react';
import { previewKindOf, type Instance } from '@alcove/contract';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));

/** What is looked at out of a list, with its neighbours in it: `preview` opens it, `overlay` is drawn wherever the list is. */
export function usePreview(items: readonly Instance[]): { preview(item: Instance): void; overlay: ReactNode } {
  const [item, setItem] = useState<Instance | null>(null);
  const neighbours = useMemo(() => items.filter((one) => one.classifierId === 'File' && previewKindOf(one.instanceName)), [items]);
  const overlay = item && (
    <Suspense>
      <PreviewOverlay item={item} neighbours={neighbours} onItem={setItem} onClose={() => setItem(null)} />
    </Suspense>
  );
  return { preview: setItem, overlay };
}
