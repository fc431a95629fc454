import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import { Download, Ellipsis, Info, Maximize, Minimize, Star, UserPlus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { kindOf } from '../../items/file-kind.ts';
import { collectRefusal, shareRefusal } from '../../items/may.ts';
import { FileName } from '../../items/FileName.tsx';
import type { FullScreen } from './use-full-screen.ts';
import styles from './preview.module.css';

const icon = { size: 17, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface Action {
  label: string;
  icon: ReactNode;
  pressed?: boolean;
  refused?: string | undefined;
  onClick(): void;
}

interface PreviewHeadProps {
  item: Instance;
  version: number | undefined;
  /** Facts about the shown content: pixel size, number of archive entries. */
  facts: string;
  /** Bytes of the shown content, once known. */
  fileSize: number | undefined;
  /** The position among the files of the list; null when there is only one. */
  position: { at: number; n: number } | null;
  /** The file no longer exists: all actions are unavailable. */
  gone: boolean;
  /** Receives the element in which a view renders its own tools. */
  slot(element: HTMLElement | null): void;
  fullScreen: FullScreen | null;
  onDownload: (() => void) | undefined;
  onShare(): void;
  onDetails(): void;
  onClose(): void;
}

/** The file's name, facts and actions; on a phone most actions move to a menu to leave space for the name. */
export function PreviewHead(props: PreviewHeadProps) {
  const { item, version, facts, fileSize, position, slot, fullScreen, onDownload, onClose } = props;
  const phone = usePhone();
  const whole: Action | null = fullScreen && {
    label: t(fullScreen.on ? 'preview.leaveFullScreen' : 'preview.fullScreen'),
    icon: fullScreen.on ? <Minimize {...icon} /> : <Maximize {...icon} />,
    onClick: fullScreen.toggle,
  };
  const download: Action | null | undefined = onDownload && {
    label: t('preview.download'),
    icon: <Download {...icon} />,
    onClick: onDownload,
  };
  const about = useActions(props);
  const actions = phone ? [download, ...about, whole].filter((one) => one !== undefined && one !== null) : about;
  return (
    <div className={styles.head}>
      <FileIcon kind={kindOf(item)} size={24} />
      <span className={styles.name}>
        <FileName name={item.instanceName} strong />
      </span>
      <span className={styles.facts}>
        {[version === undefined ? '' : t('versions.number', { n: version }), facts, fileSize === undefined ? '' : formatSize(fileSize)]
          .filter(Boolean)
          .join(' · ')}
      </span>
      <span className={styles.grow} />
      {position && <span className={styles.facts}>{t('preview.position', position)}</span>}
      <span ref={slot} className={styles.slot} />
      {!phone && whole && <Tool {...whole} />}
      {!phone && actions.map((action) => <Tool key={action.label} {...action} />)}
      {!phone && download && <Tool {...download} />}
      {phone && actions.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size="lg" className={styles.tool} aria-label={t('preview.more')}>
              <Ellipsis {...icon} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map(({ label, icon: mark, refused, onClick }) => (
              <Menu.Item key={label} leftSection={mark} disabled={refused !== undefined} onClick={onClick}>
                {label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      <span className={styles.line} />
      <Tool label={t('preview.close')} icon={<X {...icon} />} onClick={onClose} />
    </div>
  );
}

/** Actions on the file itself; none for an old version or a deleted file. */
function useActions({ item, version, gone, onShare, onDetails }: PreviewHeadProps): Action[] {
  const offline = !useOnline();
  if (version !== undefined || gone) return [];
  return [
    {
      label: item.collected ? t('favourites.remove') : t('favourites.add'),
      icon: <Star {...icon} fill={item.collected ? 'currentColor' : 'none'} />,
      pressed: item.collected,
      refused: collectRefusal([item], offline),
      onClick: () => void toggleCollected([item]),
    },
    { label: t('sharing.share'), icon: <UserPlus {...icon} />, refused: shareRefusal([item], offline), onClick: onShare },
    { label: t('files.details'), icon: <Info {...icon} />, onClick: onDetails },
  ];
}

function Tool({ label, icon: mark, pressed, refused, onClick }: Action) {
  return (
    <Tooltip label={refused ?? label}>
      <ActionIcon
        size="lg"
        className={styles.tool}
        aria-label={label}
        aria-pressed={pressed}
        {...(refused !== undefined && { 'aria-disabled': true, 'data-refused': true })}
        onClick={() => refused === undefined && onClick()}
      >
        {mark}
      </ActionIcon>
    </Tooltip>
  );
}
