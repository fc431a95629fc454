import { Archive, Download, Ellipsis, HardDriveDownload, ListChecks, X } from 'lucide-react';
import { formatSize, t } from '../../i18n/index.ts';
import { bytesOf, type Chosen } from '../list/choosing.ts';
import { Button, IconButton } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import styles from './Bars.module.css';

interface BarProps {
  chosen: Chosen;
  onDownload(): void;
  onZip(): void;
  onSave: (() => void) | undefined;
  onClear(): void;
}

/** The actions on the selected items, above the list's lower edge. */
export function SelectionBar({ chosen, onDownload, onZip, onSave, onClear }: BarProps) {
  const bytes = bytesOf(chosen);
  return (
    <div className={styles.selection} role="toolbar" aria-label={t('files.selectionBar')}>
      <span className={styles.count} role="status">
        {[t('files.selected', { n: chosen.size }), bytes > 0 ? formatSize(bytes) : ''].filter(Boolean).join(' · ')}
      </span>
      <button type="button" className={styles.act} onClick={onDownload}>
        <Download {...icon} />
        {t('visitor.downloadOne')}
      </button>
      <button type="button" className={styles.act} onClick={onZip}>
        <Archive {...icon} />
        {t('visitor.downloadZip')}
      </button>
      {onSave && (
        <button type="button" className={styles.act} onClick={onSave}>
          <HardDriveDownload {...icon} />
          {t('visitor.saveShort')}
        </button>
      )}
      <span className={styles.line} />
      <button
        type="button"
        className={styles.act}
        data-icon
        aria-label={t('files.clearSelection')}
        title={t('files.clearSelection')}
        onClick={onClear}
      >
        <X {...icon} />
      </button>
    </div>
  );
}

interface PhoneBarProps extends BarProps {
  /** The share is one file, so there is nothing to select. */
  file: boolean;
  selecting: boolean;
  onSelecting(): void;
  onAll(): void;
}

/** The phone's actions: on all of it, or on what is being selected. */
export function PhoneBar({ file, selecting, chosen, onSelecting, onAll, onDownload, onZip, onSave, onClear }: PhoneBarProps) {
  if (!selecting)
    return (
      <div className={styles.phone}>
        {onSave && (
          <Button size="large" icon={<HardDriveDownload {...icon} />} onClick={onSave}>
            {t('visitor.saveShort')}
          </Button>
        )}
        <Button
          look="filled"
          size="large"
          icon={file ? <Download {...icon} /> : <ListChecks {...icon} />}
          onClick={file ? onDownload : onSelecting}
        >
          {t(file ? 'visitor.downloadOne' : 'visitor.selectMode')}
        </Button>
      </div>
    );
  const bytes = bytesOf(chosen);
  return (
    <div className={styles.phone} data-selecting role="toolbar" aria-label={t('files.selectionBar')}>
      <IconButton label={t('files.clearSelection')} onClick={onClear}>
        <X size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <span className={styles.phoneCount} role="status">
        {t('files.selected', { n: chosen.size })}
        {bytes > 0 && <small>{formatSize(bytes)}</small>}
      </span>
      <MenuButton
        label={t('files.more')}
        entries={[
          { label: t('visitor.selectAll'), icon: <ListChecks {...icon} />, onClick: onAll },
          { label: t('visitor.downloadZip'), icon: <Archive {...icon} />, onClick: onZip },
          ...(onSave ? [{ label: t('visitor.saveShort'), icon: <HardDriveDownload {...icon} />, onClick: onSave }] : []),
        ]}
      >
        <Ellipsis size={20} strokeWidth={1.75} aria-hidden />
      </MenuButton>
      <Button look="filled" size="large" icon={<Download {...icon} />} onClick={onDownload}>
        {t('visitor.downloadOne')}
      </Button>
    </div>
  );
}
