import { lazy, Suspense, useMemo, type ReactNode } from 'react';
import { previewKindOf, type Instance } from '@alcove/contract';
import { usePreviewed } from '../../features/preview/use-previewed.ts';
import type { Through } from '../../items/file-queries.ts';

const PreviewOverlay = lazy(() => import('../../features/preview/PreviewOverlay.tsx'));

const none: readonly Instance[] = [];

interface Listed extends Through {
  items: readonly Instance[];
  /** Whether the items are still loading. */
  waits: boolean;
}

/** Previewing from a list: `preview` opens a file, `overlay` is rendered beside the list. */
export function usePreview(listed: Listed): { preview(item: Instance): void; overlay: ReactNode } {
  const { items } = listed;
  const { item, version, show } = usePreviewed(listed);
  const neighbours = useMemo(() => items.filter((one) => one.classifierId === 'File' && previewKindOf(one.instanceName)), [items]);
  const overlay = item && (
    <Suspense>
      <PreviewOverlay
        key={version ?? 0}
        item={item}
        version={version}
        neighbours={version === undefined ? neighbours : none}
        onItem={show}
        onClose={() => show(null)}
      />
    </Suspense>
  );
  return { preview: show, overlay };
}
