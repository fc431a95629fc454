import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronRight, Download, LockKeyhole } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { kindOfName } from '../../items/file-kind.ts';
import { FileName } from '../../items/FileName.tsx';
import { foldersTo, type ArchiveFile, type ArchiveRow, type ArchiveTree } from './archive-tree.ts';
import styles from './archive.module.css';
import paper from './text.module.css';

interface ArchiveListProps {
  tree: ArchiveTree;
  /** The number of entries that the server left out of the listing. */
  more: number;
  folder: string;
  onFolder(path: string): void;
  /** Undefined: the files can only be read about. */
  onOpen: ((file: ArchiveFile) => void) | undefined;
  onDownload: ((file: ArchiveFile) => void) | undefined;
}

const rowHeight = { desk: 40, phone: 60 };

/** One folder of an archive. Up and Down move between rows, Enter opens, Backspace goes up. */
export function ArchiveList({ tree, more, folder, onFolder, onOpen, onDownload }: ArchiveListProps) {
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const path = foldersTo(tree, folder);
  const rows = tree.folders.get(folder)?.rows ?? [];
  const [at, setAt] = useState(0);
  const estimate = phone ? rowHeight.phone : rowHeight.desk;
  // oxlint-disable-next-line react/incompatible-library -- its functions are only called while rendering
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: 8,
  });
  useEffect(() => virtualizer.measure(), [estimate, virtualizer]);
  const toFocus = useRef(false);
  const focusRow = (index: number) => {
    setAt(index);
    virtualizer.scrollToIndex(index);
    toFocus.current = true;
  };
  // Focuses the row in the same render that creates it, and so before the next key.
  useLayoutEffect(() => {
    const row = toFocus.current && scroller.current?.querySelector<HTMLElement>(`[data-row="${at}"]`);
    if (!row) return;
    toFocus.current = false;
    row.focus();
  });
  const goTo = (to: string) => {
    onFolder(to);
    focusRow(0);
  };
  const key = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      Home: 0,
      End: rows.length - 1,
      PageDown: at + 10,
      PageUp: at - 10,
    };
    const to = steps[event.key];
    const above = path.at(-2);
    if (event.key === 'Backspace' && above) goTo(above.path);
    else if (to !== undefined && rows.length > 0) focusRow(Math.min(rows.length - 1, Math.max(0, to)));
    else return;
    event.preventDefault();
  };
  return (
    <section className={`${paper.paper} ${styles.sheet}`} data-list aria-label={t('preview.archiveContents')}>
      <header className={styles.top}>
        <nav className={styles.path} aria-label={t('preview.archivePath')}>
          {path.map((step, index) => (
            <span key={step.path} className={styles.step}>
              {index > 0 && <ChevronRight size={14} aria-hidden />}
              <button
                type="button"
                aria-current={index === path.length - 1 ? 'location' : undefined}
                title={step.name}
                onClick={() => goTo(step.path)}
              >
                {step.name}
              </button>
            </span>
          ))}
        </nav>
        <span className={styles.fact}>{t('preview.archiveItems', { n: rows.length })}</span>
      </header>
      {rows.length === 0 ? (
        <p className={styles.empty}>{t('preview.archiveEmpty')}</p>
      ) : (
        <div ref={scroller} className={styles.rows}>
          <div
            role="list"
            className={styles.list}
            data-downloads={onDownload !== undefined || undefined}
            style={{ height: virtualizer.getTotalSize() }}
          >
            {virtualizer.getVirtualItems().map(({ index, start, size }) => {
              const row = rows[index];
              return (
                row && (
                  <div
                    key={`${folder}/${index}`}
                    role="listitem"
                    aria-setsize={rows.length}
                    aria-posinset={index + 1}
                    className={styles.row}
                    style={{ transform: `translateY(${start}px)`, height: size }}
                  >
                    <button
                      type="button"
                      className={styles.open}
                      data-row={index}
                      tabIndex={index === Math.min(at, rows.length - 1) ? 0 : -1}
                      aria-disabled={(row.kind === 'file' && !onOpen) || undefined}
                      onFocus={() => setAt(index)}
                      onKeyDown={key}
                      onClick={() => (row.kind === 'folder' ? goTo(row.path) : onOpen?.(row))}
                    >
                      <Row row={row} phone={phone} />
                    </button>
                    {onDownload && row.kind === 'file' && !row.entry.locked && (
                      <button
                        type="button"
                        className={styles.download}
                        aria-label={t('preview.downloadEntry', { name: row.name })}
                        title={t('preview.download')}
                        onClick={() => onDownload(row)}
                      >
                        <Download size={16} strokeWidth={1.75} aria-hidden />
                      </button>
                    )}
                  </div>
                )
              );
            })}
          </div>
        </div>
      )}
      {more > 0 && <p className={styles.more}>{t('preview.archiveMore', { n: more })}</p>}
    </section>
  );
}

function Row({ row, phone }: { row: ArchiveRow; phone: boolean }) {
  const size =
    row.kind === 'folder' ? t('preview.archiveItems', { n: row.rows.length }) : row.entry.size === null ? '' : formatSize(row.entry.size);
  const stamp = row.kind === 'file' ? row.entry.modifiedAt : null;
  const time = stamp === null ? '' : formatTime(stamp);
  return (
    <>
      <FileIcon kind={row.kind === 'folder' ? 'folder' : kindOfName(row.name)} size={phone ? 34 : 24} />
      <span className={styles.words}>
        <span className={styles.named}>
          <FileName name={row.name} />
          {row.kind === 'file' && row.entry.locked && (
            <LockKeyhole size={14} role="img" aria-label={t('preview.archiveLocked')} className={styles.lock} />
          )}
        </span>
        {phone && <span className={styles.second}>{[size, time].filter(Boolean).join(' · ')}</span>}
      </span>
      {!phone && (
        <>
          <span className={styles.time} title={stamp === null ? undefined : formatFullTime(stamp)}>
            {time}
          </span>
          <span className={styles.size}>{size}</span>
        </>
      )}
    </>
  );
}
