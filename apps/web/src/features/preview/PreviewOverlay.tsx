import { ActionIcon, FocusTrap, Loader, Portal, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight, Download, X } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { failures, previewKindOf, type Instance } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/index.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOf } from '../files/file-kind.ts';
import { FileName } from '../files/FileName.tsx';
import { previewOf } from '../files/file-queries.ts';
import { startDownload } from '../files/start-download.ts';
import { ImageView } from './ImageView.tsx';
import { MediaView } from './MediaView.tsx';
import { Preparing } from './Preparing.tsx';
import { Strip } from './Strip.tsx';
import { TextView } from './TextView.tsx';
import { Unsupported } from './Unsupported.tsx';
import styles from './preview.module.css';

const PdfView = lazy(() => import('./PdfView.tsx'));
const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What is being made ready takes seconds, a film minutes. */
const askAgainMs = 1500;

interface PreviewOverlayProps {
  item: Instance;
  /** An old version of it instead of what it holds now. */
  version?: number | undefined;
  /** The other files of the list that can be looked at, in its order. */
  neighbours: readonly Instance[];
  onItem(item: Instance): void;
  onClose(): void;
}

/** One file over everything, dark in both themes. Esc closes, arrows lead to the neighbours. */
export default function PreviewOverlay({ item, version, neighbours, onItem, onClose }: PreviewOverlayProps) {
  const at = neighbours.findIndex((one) => one.instanceId === item.instanceId);
  const pictures = neighbours.filter((one) => previewKindOf(one.instanceName) === 'image');
  const before = at > 0 ? neighbours[at - 1] : undefined;
  const after = at >= 0 ? neighbours[at + 1] : undefined;
  const [facts, setFacts] = useState<{ of: string; text: string } | null>(null);
  useEffect(() => {
    const opener = document.activeElement;
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      // A dialog or menu above closes first.
      if (document.querySelector('[aria-modal="true"]:not([data-preview]), [role="menu"]')) return;
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, video, audio') && event.key !== 'Escape') return;
      if (event.key === 'Escape') {
        event.stopPropagation();
        onClose();
      }
      if (event.key === 'ArrowLeft' && before) onItem(before);
      if (event.key === 'ArrowRight' && after) onItem(after);
    };
    document.addEventListener('keydown', key, true);
    return () => document.removeEventListener('keydown', key, true);
  }, [before, after, onItem, onClose]);
  const tellFacts = useCallback((text: string) => setFacts({ of: item.instanceId, text }), [item.instanceId]);
  const download = () => void startDownload([item], version);
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
          <div className={styles.head}>
            <FileIcon kind={kindOf(item)} size={24} />
            <span className={styles.name}>
              <FileName name={item.instanceName} strong />
            </span>
            <span className={styles.facts}>
              {[
                version === undefined ? '' : t('versions.number', { n: version }),
                facts?.of === item.instanceId ? facts.text : '',
                formatSize(item.fileSize),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className={styles.grow} />
            {neighbours.length > 1 && at >= 0 && (
              <span className={styles.facts}>{t('preview.position', { at: at + 1, n: neighbours.length })}</span>
            )}
            <Tooltip label={t('preview.download')}>
              <ActionIcon size="lg" className={styles.tool} aria-label={t('preview.download')} onClick={download}>
                <Download {...icon} />
              </ActionIcon>
            </Tooltip>
            <span className={styles.line} />
            <Tooltip label={t('preview.close')}>
              <ActionIcon size="lg" className={styles.tool} aria-label={t('preview.close')} onClick={onClose}>
                <X {...icon} />
              </ActionIcon>
            </Tooltip>
          </div>
          <div className={styles.stage} tabIndex={-1} data-autofocus>
            <Content key={item.instanceId} item={item} version={version} onFacts={tellFacts} onDownload={download} onClose={onClose} />
            {before && (
              <Arrow side="left" label={t('preview.previous')} onClick={() => onItem(before)}>
                <ChevronLeft size={22} aria-hidden />
              </Arrow>
            )}
            {after && (
              <Arrow side="right" label={t('preview.next')} onClick={() => onItem(after)}>
                <ChevronRight size={22} aria-hidden />
              </Arrow>
            )}
          </div>
          {previewKindOf(item.instanceName) === 'image' && pictures.length > 1 && (
            <Strip items={pictures} current={item.instanceId} onItem={onItem} />
          )}
        </div>
      </FocusTrap>
    </Portal>
  );
}

const finalCodes = Object.entries(failures).flatMap(([name, { errcode }]) => (name.startsWith('PREVIEW_') ? [errcode] : []));
/** It is so with this content, however often it is asked for. */
const isFinal = (error: Error): boolean => error instanceof CallFailed && finalCodes.includes(error.errcode as (typeof finalCodes)[number]);

function Arrow({ side, label, onClick, children }: { side: 'left' | 'right'; label: string; onClick(): void; children: ReactNode }) {
  return (
    <button type="button" className={styles.arrow} data-side={side} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  );
}

function Content({
  item,
  version,
  onFacts,
  onDownload,
  onClose,
}: {
  item: Instance;
  version: number | undefined;
  onFacts(text: string): void;
  onDownload(): void;
  onClose(): void;
}) {
  const kind = previewKindOf(item.instanceName);
  const {
    data: preview,
    error,
    refetch,
  } = useQuery({
    ...previewOf(item, version),
    enabled: kind !== null,
    refetchInterval: ({ state: { data } }) => (data?.kind === 'preparing' ? askAgainMs : false),
  });
  if (kind === null) return <Unsupported title={t('preview.unsupported')} onDownload={onDownload} />;
  if (error && !preview && isFinal(error))
    return <Unsupported title={failureMessage(error, t('preview.unsupported'))} onDownload={onDownload} />;
  if (error && !preview)
    return (
      <div className={styles.message}>
        <ErrorState title={t('preview.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!preview)
    return (
      <span className={styles.waiting}>
        <Loader size={22} aria-label={t('preview.loading')} />
      </span>
    );
  switch (preview.kind) {
    case 'image':
      return <ImageView preview={preview} onFacts={onFacts} onDownload={onDownload} onClose={onClose} />;
    case 'audio':
    case 'video':
      return <MediaView preview={preview} onDownload={onDownload} />;
    case 'text':
    case 'code':
      return <TextView preview={preview} onFacts={onFacts} />;
    case 'pdf':
      return (
        <Suspense
          fallback={
            <span className={styles.waiting}>
              <Loader size={22} aria-label={t('preview.loading')} />
            </span>
          }
        >
          <PdfView preview={preview} onDownload={onDownload} />
        </Suspense>
      );
    case 'preparing':
      return <Preparing preview={preview} onDownload={onDownload} />;
    default:
      return preview satisfies never;
  }
}
