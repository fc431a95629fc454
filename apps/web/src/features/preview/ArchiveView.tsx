import { ActionIcon, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Download } from 'lucide-react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { ArchiveListing, ReadyPreview } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { may } from '../../items/may.ts';
import { FileName } from '../../items/FileName.tsx';
import { archiveTree, type ArchiveFile } from './archive-tree.ts';
import { ArchiveList } from './ArchiveList.tsx';
import { usePreviewSource, type PreviewedItem } from './preview-source.tsx';
import { isCovered } from './use-keys.ts';
import { Waiting } from './Waiting.tsx';
import styles from './archive.module.css';
import shared from './preview.module.css';

export interface ArchiveViewProps {
  preview: ReadyPreview;
  item: PreviewedItem;
  version: number | undefined;
  onFacts(text: string): void;
  /** Renders the preview of one entry. */
  renderEntry(entry: number, name: string, download: (() => void) | undefined): ReactNode;
}

async function listingAt(url: string, signal: AbortSignal): Promise<ArchiveListing> {
  const answer = await fetch(url, { signal, credentials: 'omit' });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.json()) as ArchiveListing;
}

/** An archive's content, folder by folder; an entry opens in place, and Esc returns to the list. */
export function ArchiveView({ preview, item, version, onFacts, renderEntry }: ArchiveViewProps) {
  const { data, error, refetch } = useQuery({
    queryKey: ['files', 'preview', 'archive', preview.url],
    queryFn: ({ signal }) => listingAt(preview.url, signal),
    gcTime: 60_000,
    staleTime: Infinity,
  });
  const { opensEntries, downloadEntry } = usePreviewSource();
  const tree = useMemo(() => data && archiveTree(data, preview.fileName), [data, preview.fileName]);
  const [folder, setFolder] = useState('');
  const [opened, setOpened] = useState<ArchiveFile | null>(null);
  useEffect(() => {
    if (tree) onFacts(t('preview.archiveFacts', { n: tree.files, size: formatSize(tree.size) }));
  }, [tree, onFacts]);
  useEffect(() => {
    if (!opened) return undefined;
    const key = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isCovered()) return;
      event.stopPropagation(); // the overlay would close on the same key
      setOpened(null);
    };
    window.addEventListener('keydown', key, true);
    return () => window.removeEventListener('keydown', key, true);
  }, [opened]);
  if (error)
    return (
      <div className={shared.message}>
        <ErrorState title={t('preview.failed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!tree || !data) return <Waiting />;
  const download = downloadEntry && may(item, 'download') ? (file: ArchiveFile) => downloadEntry(item, version, file.place) : undefined;
  if (!opened)
    return (
      <ArchiveList
        tree={tree}
        more={data.more}
        folder={folder}
        onFolder={setFolder}
        onOpen={opensEntries ? setOpened : undefined}
        onDownload={download}
      />
    );
  const downloadOpened = download && !opened.entry.locked ? () => download(opened) : undefined;
  return (
    <>
      <div className={styles.entryBar}>
        <button type="button" className={styles.back} onClick={() => setOpened(null)}>
          <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          {t('preview.archiveBack')}
        </button>
        <FileIcon kind={kindOfName(opened.name)} size={24} />
        <span className={styles.entryName}>
          <FileName name={opened.name} />
        </span>
        {opened.entry.size !== null && <span className={styles.fact}>{formatSize(opened.entry.size)}</span>}
        {downloadOpened && (
          <Tooltip label={t('preview.downloadEntry', { name: opened.name })}>
            <ActionIcon
              size="lg"
              className={shared.tool}
              aria-label={t('preview.downloadEntry', { name: opened.name })}
              onClick={downloadOpened}
            >
              <Download size={17} strokeWidth={1.75} aria-hidden />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <div className={styles.entry}>{renderEntry(opened.place, opened.name, downloadOpened)}</div>
    </>
  );
}
