import { PreviewContent } from './PreviewContent.tsx';
import { PreviewSourceProvider } from './preview-source.tsx';
import type { PreviewedItem, PreviewSource } from './preview-source.tsx';
import { ViewBoundary } from './ViewBoundary.tsx';

const nothing = () => {};

/** A file within a page, which is only looked at. */
export const PreviewFrom = ({ source, item, name }: { source: PreviewSource; item: PreviewedItem; name: string }) => (
  <PreviewSourceProvider value={source}>
    <ViewBoundary key={item.instanceId}>
      <PreviewContent item={item} name={name} asked={{}} onFacts={nothing} onDownload={undefined} onClose={nothing} />
    </ViewBoundary>
  </PreviewSourceProvider>
);
