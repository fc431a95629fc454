import { ActionIcon, Badge, Menu, Tooltip } from '@mantine/core';
import { Download, Ellipsis, Eye, RotateCcw, Trash2 } from 'lucide-react';
import { previewKindOf, type FileVersion, type Instance } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { may } from '../../items/may.ts';
import { useShowVersion } from '../../items/preview-address.ts';
import { downloadVersion, removeVersion, restoreVersion } from './version-actions.ts';
import styles from './versions.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A file's versions, newest first, with their actions. `short`: one line each. */
export function VersionList({ item, versions, short = false }: { item: Instance; versions: readonly FileVersion[]; short?: boolean }) {
  const showVersion = useShowVersion();
  const offline = !useOnline();
  const restores = may(item, 'historyRestore') && !offline;
  return (
    <ol className={styles.list} aria-label={t('versions.title')}>
      {versions.map((one) => (
        <li key={one.version} className={styles.version} data-short={short || undefined}>
          <span className={styles.number}>{t('versions.number', { n: one.version })}</span>
          <Avatar id={one.creator.userId} name={one.creator.name} size={20} />
          <span className={styles.facts}>
            <span className={styles.when}>
              <time dateTime={one.createTime} title={`${one.creator.name} · ${formatFullTime(one.createTime)}`}>
                {formatTime(one.createTime)}
              </time>
              {one.current && <Badge color="pine">{t('versions.current')}</Badge>}
            </span>
            {!short && (
              <span className={styles.who}>
                {[one.creator.name, formatSize(one.fileSize), one.restoredFrom === null ? '' : t('versions.from', { n: one.restoredFrom })]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            )}
          </span>
          {short && <span className={styles.size}>{formatSize(one.fileSize)}</span>}
          {restores && !one.current ? (
            <Tooltip label={t('versions.restore', { n: one.version })}>
              <ActionIcon
                size="sm"
                aria-label={t('versions.restore', { n: one.version })}
                onClick={() => void restoreVersion(item, one.version)}
              >
                <RotateCcw {...icon} size={14} />
              </ActionIcon>
            </Tooltip>
          ) : (
            <span className={styles.noAction} />
          )}
          {!short && <More item={item} version={one} offline={offline} onPreview={() => showVersion(item, one.version)} />}
        </li>
      ))}
    </ol>
  );
}

interface MoreProps {
  item: Instance;
  version: FileVersion;
  offline: boolean;
  onPreview(): void;
}

function More({ item, version, offline, onPreview }: MoreProps) {
  const looks = may(item, 'preview') && previewKindOf(item.instanceName) !== null;
  const loads = may(item, 'download');
  const removes = may(item, 'historyManage') && !version.current;
  if (!looks && !loads && !removes) return null;
  const name = t('versions.more', { n: version.version });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon size="sm" aria-label={name} title={name}>
          <Ellipsis {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {looks && (
          <Menu.Item leftSection={<Eye {...icon} />} disabled={offline} onClick={onPreview}>
            {t('files.preview')}
          </Menu.Item>
        )}
        {loads && (
          <Menu.Item leftSection={<Download {...icon} />} disabled={offline} onClick={() => void downloadVersion(item, version)}>
            {t('files.download')}
          </Menu.Item>
        )}
        {removes && (
          <Menu.Item leftSection={<Trash2 {...icon} />} color="red" disabled={offline} onClick={() => void removeVersion(item, version)}>
            {t('versions.remove')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
