import { useMemo, type ReactNode } from 'react';
import { previewKindOf, type Instance } from '@alcove/contract';
import { PreviewHost } from '../../features/preview/PreviewHost.tsx';
import { usePreviewed } from '../../features/preview/use-previewed.ts';
import type { Through } from '../../items/file-queries.ts';

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
    <PreviewHost
      key={version ?? 0}
      item={item}
      version={version}
      neighbours={version === undefined ? neighbours : none}
      onItem={show}
      onClose={() => show(null)}
    />
  );
  return { preview: show, overlay };
}
