import type { PreviewSource } from '../../features/preview/preview-source.tsx';
import { linkCalls } from '../link/calls.ts';
import { asVisitor } from '../link/visit.ts';

/** Previews of what a link shares. Entries of archives have no calls for visitors: their list can be read. */
export const linkFiles = (watermark: string | null): PreviewSource => ({
  previewOf: ({ instanceId, version }, { transcode = false }) => ({
    queryKey: ['share', 'preview', instanceId, version, transcode],
    queryFn: ({ signal }) => asVisitor(linkCalls.preview, { instanceId, ...(transcode && { transcode: 'true' as const }) }, { signal }),
  }),
  opensEntries: false,
  downloadEntry: undefined,
  watermark,
});
