import { FocusTrap, MantineProvider, Portal } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { previewKindOf, type LinkContent, type LinkInstance } from '@alcove/contract';
import { queryClient } from '../../api/query-client.ts';
import { Arrow } from '../../features/preview/Arrow.tsx';
import { HeadSlot } from '../../features/preview/head-slot.tsx';
import { PreviewContent } from '../../features/preview/PreviewContent.tsx';
import { PreviewSourceProvider } from '../../features/preview/preview-source.tsx';
import { preview as previewEnglish } from '../../features/preview/texts.en-US.ts';
import { preview as previewChinese } from '../../features/preview/texts.zh-CN.ts';
import { useFullScreen } from '../../features/preview/use-full-screen.ts';
import { useKeys } from '../../features/preview/use-keys.ts';
import { useNeighbours } from '../../features/preview/use-neighbours.ts';
import { useOverlayKeys } from '../../features/preview/use-overlay-keys.ts';
import { ViewBoundary } from '../../features/preview/ViewBoundary.tsx';
import { addTexts, currentLanguage, t } from '../../i18n/index.ts';
import { mantineTheme } from '../../theme/theme.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { FolderList, Listing } from '../list/folder-list.ts';
import { downloadRefusal, previewRefusal } from '../list/refusals.ts';
import { download } from '../actions/download.ts';
import { linkFiles } from './link-files.ts';
import { PreviewHead } from './PreviewHead.tsx';
import { useItem } from './use-item.ts';
import { useWatermark } from './watermark.ts';
import styles from '../../features/preview/preview.module.css';
import 'virtual:theme.css';
import '../../theme/base.css';

addTexts({ preview: currentLanguage() === 'en-US' ? previewEnglish : previewChinese });

interface SharePreviewProps {
  content: LinkContent;
  /** The previewed file. */
  id: string;
  list: FolderList;
  rows: Listing;
  onItem(id: string): void;
  onClose(): void;
}

/** A full-screen preview of one shared file, in the viewers of the app, under this visitor's watermark. */
export default function SharePreview(props: SharePreviewProps) {
  const { id, list, rows, onClose } = props;
  const item = useItem(id, list, rows.known, rows.total);
  const gone = item === null;
  useEffect(() => {
    if (!gone) return;
    toast.error(t('preview.goneTitle'));
    onClose();
  }, [gone, onClose]);
  if (!item) return null;
  return (
    <MantineProvider theme={mantineTheme} defaultColorScheme="auto" withCssVariables={false} withGlobalClasses={false}>
      <QueryClientProvider client={queryClient}>
        <Overlay {...props} item={item} />
      </QueryClientProvider>
    </MantineProvider>
  );
}

const isShown = (item: LinkInstance): boolean =>
  item.classifierId === 'File' && previewKindOf(item.instanceName) !== null && previewRefusal(item) === undefined;

function Overlay({ content, item, rows, onItem, onClose }: SharePreviewProps & { item: LinkInstance }) {
  const watermark = useWatermark(content);
  const source = useMemo(() => linkFiles(watermark), [watermark]);
  const files = useMemo(() => rows.known.filter(isShown), [rows.known]);
  const { at, before, after } = useNeighbours(item, files);
  const [facts, setFacts] = useState({ of: '', text: '' });
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const toBefore = useCallback(() => before && onItem(before.instanceId), [before, onItem]);
  const toAfter = useCallback(() => after && onItem(after.instanceId), [after, onItem]);
  useOverlayKeys({ onClose, onPrevious: toBefore, onNext: toAfter });
  const fullScreen = useFullScreen();
  useKeys({ f: () => fullScreen?.toggle() });
  const tellFacts = useCallback((text: string) => setFacts({ of: item.instanceId, text }), [item.instanceId]);
  const onDownload = downloadRefusal(item) === undefined ? () => void download([item]) : undefined;
  return (
    <Portal>
      <FocusTrap active>
        <div
          className={styles.overlay}
          role="dialog"
          aria-modal="true"
          data-preview
          aria-label={t('preview.label', { name: item.instanceName })}
          data-mantine-color-scheme="dark"
        >
          <PreviewHead
            item={item}
            facts={facts.of === item.instanceId ? facts.text : ''}
            position={files.length > 1 && at >= 0 ? { at: at + 1, n: files.length } : null}
            slot={setSlot}
            fullScreen={fullScreen}
            onDownload={onDownload}
            onClose={onClose}
          />
          <div className={styles.stage} tabIndex={-1} data-autofocus>
            <HeadSlot value={slot}>
              <PreviewSourceProvider value={source}>
                <ViewBoundary key={`${item.instanceId} ${item.version}`}>
                  <PreviewContent
                    item={item}
                    name={item.instanceName}
                    asked={{}}
                    onFacts={tellFacts}
                    onDownload={onDownload}
                    onClose={onClose}
                  />
                </ViewBoundary>
              </PreviewSourceProvider>
            </HeadSlot>
            {before && <Arrow side="left" onClick={toBefore} />}
            {after && <Arrow side="right" onClick={toAfter} />}
          </div>
        </div>
      </FocusTrap>
    </Portal>
  );
}
