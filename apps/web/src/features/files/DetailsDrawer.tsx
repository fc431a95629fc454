import { ActionIcon, Badge, Drawer, Skeleton, Tabs, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t, type PlainKey } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { AccessTab } from '../explain/AccessTab.tsx';
import { SharedWith } from '../sharing/SharedWith.tsx';
import { kindOf } from './file-kind.ts';
import { FileName } from './FileName.tsx';
import { fileDetail, folderSize } from './file-queries.ts';
import { SensitivityFact } from './SensitivityFact.tsx';
import { hasThumb, Thumb } from './Thumb.tsx';
import styles from './DetailsDrawer.module.css';
import shared from './shared.module.css';

const categoryNames: readonly PlainKey[] = [
  'files.category1',
  'files.category2',
  'files.category3',
  'files.category4',
  'files.category5',
  'files.category6',
  'files.category7',
];

const spaceTitles = { '1': 'files.title', '2': 'groups.title', '3': 'shell.departmentFiles', '4': 'files.title' } as const satisfies Record<
  Instance['instanceType'],
  PlainKey
>;
interface DetailsProps {
  onClose(): void;
  /** Opens the dialog in which an item is shared. */
  onShare(item: Instance): void;
}

/** A second sheet beside the list: what one item is, or what several come to. */
export function DetailsDrawer({ items, onClose, onShare }: DetailsProps & { items: readonly Instance[] }) {
  const [item] = items;
  return (
    <Sheet aside className={styles.drawer} aria-label={t('files.details')}>
      <header className={styles.drawerHead}>
        {items.length === 1 && item ? (
          <>
            <FileIcon kind={kindOf(item)} size={22} />
            <FileName name={item.instanceName} strong />
          </>
        ) : (
          <span className={styles.drawerTitle}>{items.length > 1 ? t('files.selected', { n: items.length }) : t('files.details')}</span>
        )}
        <span className={shared.grow} />
        <Tooltip label={t('files.closeDetails')}>
          <ActionIcon aria-label={t('files.closeDetails')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      {items.length === 0 && <StateView object="lens" title={t('files.pickOne')} size={120} />}
      {items.length > 1 && (
        <div className={styles.drawerBody}>
          <p className={styles.total}>
            {t('files.selectionTotal', { n: items.length, size: formatSize(items.reduce((sum, one) => sum + one.fileSize, 0)) })}
          </p>
        </div>
      )}
      {items.length === 1 && item && <ItemTabs item={item} onShare={onShare} />}
    </Sheet>
  );
}

/** The same on a phone, risen from below. */
export function DetailsSheet({ item, onClose, onShare }: DetailsProps & { item: Instance | null }) {
  return (
    <Drawer
      opened={item !== null}
      onClose={onClose}
      position="bottom"
      offset={0}
      size="70%"
      padding={0}
      title={item && <FileName name={item.instanceName} strong />}
      closeButtonProps={{ 'aria-label': t('files.closeDetails') }}
    >
      {item && <ItemTabs item={item} onShare={onShare} />}
    </Drawer>
  );
}

/** The chosen tab stays while one goes from item to item. */
function ItemTabs({ item, onShare }: Pick<DetailsProps, 'onShare'> & { item: Instance }) {
  const [tab, setTab] = useState<string | null>('info');
  return (
    <Tabs value={tab} onChange={setTab} keepMounted={false} className={styles.drawerTabs ?? ''}>
      <Tabs.List>
        <Tabs.Tab value="info">{t('files.info')}</Tabs.Tab>
        <Tabs.Tab value="access">{t('explain.tab')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="info">
        <Info key={item.instanceId} item={item} onShare={onShare} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <AccessTab key={item.instanceId} item={item} />
      </Tabs.Panel>
    </Tabs>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

function Info({ item, onShare }: { item: Instance } & Pick<DetailsProps, 'onShare'>) {
  const folder = item.classifierId === 'Folder';
  const detail = useQuery(fileDetail(item.instanceId, item)).data;
  const size = useQuery({ ...folderSize(item.instanceId, item), enabled: folder });
  const stamp = (who: string, when: string) => (
    <span title={formatFullTime(when)}>{t('files.whoWhen', { who, when: formatTime(when) })}</span>
  );
  const waiting = <Skeleton height={12} width={120} mt={4} />;
  return (
    <div className={styles.drawerBody}>
      {hasThumb(item) && (
        <div className={styles.drawerPicture}>
          <Thumb item={item} size={56} />
        </div>
      )}
      <div className={styles.section}>{t('files.tags')}</div>
      <div className={styles.tags}>
        {(detail ?? item).tags.length === 0 ? (
          <span className={styles.quiet}>{t('files.noTags')}</span>
        ) : (
          (detail ?? item).tags.map((tag) => <Badge key={tag}>{tag}</Badge>)
        )}
      </div>
      <SharedWith item={item} onShare={() => onShare(item)} />
      <div className={styles.section}>{t('files.properties')}</div>
      <dl className={styles.facts}>
        <Fact name={t('files.kind')}>{folder ? t('files.folder') : t(categoryNames[item.category - 1] ?? 'files.category7')}</Fact>
        <Fact name={t('files.location')}>
          {[t(item.fileSharingId === undefined ? spaceTitles[item.instanceType] : 'shell.fileShare'), ...(detail ?? item).parentNames].join(
            ' / ',
          )}
        </Fact>
        <Fact name={t('files.size')}>
          {folder ? (size.data ? formatSize(size.data.bytes) : size.isError ? '—' : waiting) : formatSize(item.fileSize)}
        </Fact>
        {folder && (
          <Fact name={t('files.contains')}>
            {size.data ? t('files.containsText', { files: size.data.files, folders: size.data.folders }) : size.isError ? '—' : waiting}
          </Fact>
        )}
        <Fact name={t('files.created')}>{stamp(item.creator, item.createTime)}</Fact>
        <Fact name={t('files.modified')}>{stamp(item.updatedBy, item.updateTime)}</Fact>
        <Fact name={t('files.owner')}>{item.owner}</Fact>
        <Fact name={t('files.sensitivity')}>{detail ? <SensitivityFact item={detail} /> : waiting}</Fact>
        {!folder && <Fact name={t('files.version')}>{t('files.versionCount', { n: item.version })}</Fact>}
      </dl>
    </div>
  );
}
