import { FocusTrap, Portal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { failureText, previewKindOf, type Instance } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { DetailsSheet } from '../details/DetailsDrawer.tsx';
import { may } from '../../items/may.ts';
import { startDownload } from '../transfer/start/start-download.ts';
import { versionOf } from '../versions/version-queries.ts';
import { Arrow } from './Arrow.tsx';
import { HeadSlot } from './head-slot.tsx';
import { ownFiles } from './own-files.ts';
import { Preload } from './Preload.tsx';
import { PreviewContent } from './PreviewContent.tsx';
import { PreviewHead } from './PreviewHead.tsx';
import { PreviewSourceProvider } from './preview-source.tsx';
import { Strip } from './Strip.tsx';
import { useFullScreen } from './use-full-screen.ts';
import { useKeys } from './use-keys.ts';
import { useNeighbours } from './use-neighbours.ts';
import { useOverlayKeys } from './use-overlay-keys.ts';
import { useShown } from './use-shown.ts';
import { ViewBoundary } from './ViewBoundary.tsx';
import styles from './preview.module.css';

const ShareDialog = lazy(() => import('../sharing/ShareDialog.tsx'));

interface PreviewOverlayProps {
  item: Instance;
  /** Shows this old version instead of the current content. */
  version?: number | undefined;
  /** The previewable files of the list, in its order. */
  neighbours: readonly Instance[];
  onItem(item: Instance): void;
  onClose(): void;
}

/** A full-screen preview of one file, dark in both color schemes. Esc closes it; arrow keys go to the previous and next file. */
export default function PreviewOverlay({ item, version, neighbours, onItem, onClose }: PreviewOverlayProps) {
  const { now, shown, gone, takeNewer } = useShown(item);
  const { data: old } = useQuery({ ...versionOf(now, version ?? 0), enabled: version !== undefined });
  const { at, before, after } = useNeighbours(item, neighbours);
  const pictures = neighbours.filter((one) => previewKindOf(one.instanceName) === 'image');
  const [facts, setFacts] = useState<{ of: string; text: string } | null>(null);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [beside, setBeside] = useState<'share' | 'details' | null>(null);
  const toBefore = useCallback(() => before && onItem(before), [before, onItem]);
  const toAfter = useCallback(() => after && onItem(after), [after, onItem]);
  useOverlayKeys({ onClose, onPrevious: toBefore, onNext: toAfter });
  const fullScreen = useFullScreen();
  useKeys({ f: () => fullScreen?.toggle() });
  const tellFacts = useCallback((text: string) => setFacts({ of: item.instanceId, text }), [item.instanceId]);
  const download = may(now, 'download') && !gone ? () => void startDownload([now], version) : undefined;
  const told = facts?.of === item.instanceId ? facts.text : '';
  return (
    <Portal>
      <FocusTrap active>
        <div
          className={styles.overlay}
          role="dialog"
          aria-modal="true"
          data-preview
          aria-label={t('preview.label', { name: now.instanceName })}
          data-mantine-color-scheme="dark"
        >
          <PreviewHead
            item={now}
            version={version}
            facts={told}
            fileSize={version === undefined ? shown.fileSize : old?.fileSize}
            position={neighbours.length > 1 && at >= 0 ? { at: at + 1, n: neighbours.length } : null}
            gone={gone}
            slot={setSlot}
            fullScreen={fullScreen}
            onDownload={download}
            onShare={() => setBeside('share')}
            onDetails={() => setBeside('details')}
            onClose={onClose}
          />
          {takeNewer && version === undefined && !gone && (
            <p className={styles.news} role="status">
              {t('preview.newer', { n: now.version, who: now.updatedBy })}
              <button type="button" onClick={takeNewer}>
                {t('preview.showNewer')}
              </button>
            </p>
          )}
          <div className={styles.stage} tabIndex={-1} data-autofocus>
            {gone || old === null ? (
              <div className={styles.message}>
                {gone ? (
                  <StateView object="tile" role="alert" title={t('preview.goneTitle')} text={t('preview.goneText')} />
                ) : (
                  <StateView object="tile" role="alert" title={failureText('VERSION_NOT_FOUND', currentLanguage())} />
                )}
              </div>
            ) : (
              <HeadSlot value={slot}>
                <PreviewSourceProvider value={ownFiles}>
                  <ViewBoundary key={`${item.instanceId} ${shown.version}`}>
                    <PreviewContent
                      item={shown}
                      name={now.instanceName}
                      asked={{ version }}
                      onFacts={tellFacts}
                      onDownload={download}
                      onClose={onClose}
                    />
                  </ViewBoundary>
                </PreviewSourceProvider>
              </HeadSlot>
            )}
            {before && <Arrow side="left" onClick={() => onItem(before)} />}
            {after && <Arrow side="right" onClick={() => onItem(after)} />}
          </div>
          {previewKindOf(now.instanceName) === 'image' && pictures.length > 1 && (
            <Strip items={pictures} current={item.instanceId} onItem={onItem} />
          )}
          {told !== '' && [after, before].map((one) => one && <Preload key={one.instanceId} item={one} />)}
        </div>
      </FocusTrap>
      <DetailsSheet item={beside === 'details' ? now : null} beside onClose={() => setBeside(null)} onShare={() => setBeside('share')} />
      {beside === 'share' && (
        <Suspense>
          <ShareDialog items={[now]} onClose={() => setBeside(null)} />
        </Suspense>
      )}
    </Portal>
  );
}
