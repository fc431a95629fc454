import { Check, ChevronRight, Download, Ellipsis, Eye, HardDriveDownload } from 'lucide-react';
import type { LinkInstance } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { IconButton } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { ItemMark } from './ItemMark.tsx';
import { downloadRefusal, isFolder, previewRefusal } from './refusals.ts';
import styles from './List.module.css';

export interface ItemProps {
  item: LinkInstance;
  /** Counting from 0. */
  index: number;
  chosen: boolean;
  /** The item that the keyboard is at. */
  active: boolean;
  phone: boolean;
  /** The phone shows boxes only while something is selected. */
  boxes: boolean;
  /** Where it lies, in search results. */
  found: string | undefined;
  onOpen(): void;
  onChoose(extend: boolean): void;
  onDownload(): void;
  onSave: (() => void) | undefined;
}

export function ListRow(props: ItemProps) {
  const { item, index, chosen, active, phone, boxes, found, onOpen, onChoose } = props;
  const folder = isFolder(item);
  const size = folder ? '—' : formatSize(item.fileSize);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list hears the keys for all rows
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={chosen}
      tabIndex={active ? 0 : -1}
      data-index={index}
      className={styles.row}
      onClick={(event) => {
        if (event.target instanceof Element && event.target.closest('button, [role="menu"]')) return;
        if (phone && !boxes) onOpen();
        else onChoose(event.shiftKey);
      }}
      onDoubleClick={(event) => {
        if (!phone && !(event.target instanceof Element && event.target.closest('button'))) onOpen();
      }}
    >
      {(!phone || boxes) && (
        <span role="gridcell" className={styles.boxCell}>
          <Box checked={chosen} label={t('files.selectThis')} onClick={(shift) => onChoose(shift)} />
        </span>
      )}
      <span role="gridcell" className={styles.nameCell}>
        <ItemMark item={item} size={phone ? 34 : 30} box={phone ? 40 : 36} />
        <span className={styles.words}>
          <button type="button" className={styles.name} tabIndex={-1} onClick={phone && boxes ? () => onChoose(false) : onOpen}>
            <FileName name={item.instanceName} />
          </button>
          {(phone || found !== undefined || item.verifying) && (
            <span className={styles.second}>
              {item.verifying && <span className={styles.verifying}>{t('visitor.verifying')}</span>}
              {found !== undefined && <span className={styles.found}>{found}</span>}
              {phone && <span>{[folder ? '' : size, formatTime(item.updateTime)].filter(Boolean).join(' · ')}</span>}
            </span>
          )}
        </span>
      </span>
      {!phone && (
        <>
          <span role="gridcell" className={styles.fact} title={formatFullTime(item.updateTime)}>
            {formatTime(item.updateTime)}
          </span>
          <span role="gridcell" className={styles.size}>
            {size}
          </span>
        </>
      )}
      <span role="gridcell" className={styles.tools}>
        <Tools {...props} />
      </span>
    </div>
  );
}

function Tools({ item, phone, boxes, onOpen, onDownload, onSave }: ItemProps) {
  const folder = isFolder(item);
  if (phone && boxes) return null;
  if (folder)
    return (
      <IconButton label={t('visitor.openFolder')} tabIndex={-1} onClick={onOpen}>
        <ChevronRight size={phone ? 18 : 16} strokeWidth={1.75} aria-hidden />
      </IconButton>
    );
  if (phone)
    return (
      <MenuButton
        label={t('files.more')}
        entries={[
          { label: t('files.preview'), icon: <Eye {...icon} />, refused: previewRefusal(item), onClick: onOpen },
          { label: t('files.download'), icon: <Download {...icon} />, refused: downloadRefusal(item), onClick: onDownload },
          ...(onSave
            ? [{ label: t('visitor.saveShort'), icon: <HardDriveDownload {...icon} />, refused: downloadRefusal(item), onClick: onSave }]
            : []),
        ]}
      >
        <Ellipsis size={18} strokeWidth={1.75} aria-hidden />
      </MenuButton>
    );
  return (
    <>
      <IconButton label={t('files.preview')} refused={previewRefusal(item)} tabIndex={-1} onClick={onOpen}>
        <Eye {...icon} />
      </IconButton>
      <IconButton label={t('files.download')} refused={downloadRefusal(item)} tabIndex={-1} onClick={onDownload}>
        <Download {...icon} />
      </IconButton>
    </>
  );
}

/** A checkbox of the list; `mixed`: some of its rows are selected. */
export function Box({
  checked,
  label,
  focusable,
  onClick,
}: {
  checked: boolean | 'mixed';
  label: string;
  focusable?: boolean;
  onClick(shift: boolean): void;
}) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={checked}
      aria-label={label}
      tabIndex={focusable ? 0 : -1}
      className={styles.box}
      onClick={(event) => {
        event.stopPropagation();
        onClick(event.shiftKey);
      }}
    >
      <span className={styles.square}>
        {checked === true ? <Check size={12} strokeWidth={3} aria-hidden /> : checked === 'mixed' ? <span className={styles.dash} /> : null}
      </span>
    </button>
  );
}
