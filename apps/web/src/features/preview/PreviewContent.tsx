import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import { failures, previewKindOf } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { Asked } from '../../items/file-queries.ts';
import { ArchiveView, type ArchiveViewProps } from './ArchiveView.tsx';
import { Failed } from './Failed.tsx';
import { ImageView } from './ImageView.tsx';
import { MediaView } from './MediaView.tsx';
import { Preparing } from './Preparing.tsx';
import { usePreviewSource, type PreviewedItem } from './preview-source.tsx';
import { TextView } from './TextView.tsx';
import { Unsupported } from './Unsupported.tsx';
import { Waiting } from './Waiting.tsx';

const PdfView = lazy(() => import('./PdfView.tsx'));

/** Facts about an entry would appear beside the archive's name. */
const ignored = () => {};

const [linkFreshMs, linkKeptMs] = [2 * 60_000, 3 * 60_000];

/** Preparing takes seconds, for a video minutes. */
const askAgainMs = 1500;

const finalCodes = Object.entries(failures).flatMap(([name, { errcode }]) => (name.startsWith('PREVIEW_') ? [errcode] : []));
/** Failures of the content itself, which a retry cannot fix. */
const isFinal = (error: Error): boolean => error instanceof CallFailed && finalCodes.includes(error.errcode as (typeof finalCodes)[number]);

interface PreviewContentProps {
  item: PreviewedItem;
  /** The name of the shown content: the file's, or that of an archive entry. */
  name: string;
  asked: Asked;
  onFacts(text: string): void;
  onDownload: (() => void) | undefined;
  onClose(): void;
}

/** A file's content in the view for its kind; archive entries use it too. */
export function PreviewContent({ item, name, asked, onFacts, onDownload, onClose }: PreviewContentProps) {
  const kind = previewKindOf(name);
  const source = usePreviewSource();
  const [transcode, setTranscode] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [waited, setWaited] = useState(false);
  const reached = useRef(1);
  const {
    data: preview,
    error,
    refetch,
    dataUpdatedAt,
  } = useQuery({
    ...source.previewOf(item, { ...asked, transcode }),
    // A signed link expires within minutes.
    staleTime: linkFreshMs,
    gcTime: linkKeptMs,
    enabled: kind !== null,
    refetchInterval: ({ state: { data } }) => (data?.kind === 'preparing' ? askAgainMs : false),
  });
  if (preview?.kind === 'preparing' && !waited) setWaited(true);
  const renderEntry: ArchiveViewProps['renderEntry'] = (entry, entryName, download) => (
    <PreviewContent item={item} name={entryName} asked={{ ...asked, entry }} onFacts={ignored} onDownload={download} onClose={onClose} />
  );
  if (kind === null) return <Unsupported title={t('preview.unsupported')} onDownload={onDownload} />;
  if (error && !preview && isFinal(error))
    return <Unsupported title={failureMessage(error, t('preview.unsupported'))} onDownload={onDownload} />;
  // A failed link may have expired: the retry requests a new one.
  const retry = (): void => {
    void refetch().then(() => setAttempt(attempt + 1));
  };
  if (error && !preview) return <Failed error={error} onRetry={retry} />;
  if (!preview) return <Waiting />;
  switch (preview.kind) {
    case 'image':
      return <ImageView key={attempt} preview={preview} onFacts={onFacts} onDownload={onDownload} onRetry={retry} onClose={onClose} />;
    case 'audio':
    case 'video':
      return (
        <MediaView
          key={`${attempt} ${preview.url}`}
          preview={preview}
          waited={waited}
          onUnplayable={transcode || asked.entry !== undefined ? undefined : () => setTranscode(true)}
          onDownload={onDownload}
          onRetry={retry}
        />
      );
    case 'text':
    case 'code':
    case 'markdown':
    case 'table':
    case 'html':
      return <TextView key={attempt} preview={preview} own={onDownload !== undefined} onRetry={retry} />;
    case 'pdf':
      return (
        <Suspense fallback={<Waiting />}>
          <PdfView key={attempt} preview={preview} reached={reached} onDownload={onDownload} onRetry={retry} />
        </Suspense>
      );
    case 'archive':
      return <ArchiveView preview={preview} item={item} version={asked.version} onFacts={onFacts} renderEntry={renderEntry} />;
    case 'preparing':
      return <Preparing preview={preview} at={dataUpdatedAt} onDownload={onDownload} />;
    default:
      return preview satisfies never;
  }
}
