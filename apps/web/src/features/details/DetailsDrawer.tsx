import { ActionIcon, Drawer, Skeleton, Tabs, Tooltip } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Star, X } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { formatFullTime, formatSize, formatTime, t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { ActivityTab } from '../activity/ActivityTab.tsx';
import { CommentBox } from '../comments/CommentBox.tsx';
import { CommentsTab } from '../comments/CommentsTab.tsx';
import { LastComments } from '../comments/LastComments.tsx';
import { AccessTab } from '../access-report/AccessTab.tsx';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { LinkSection } from '../links/LinkSection.tsx';
import { SharedWith } from '../sharing/SharedWith.tsx';
import { TagEditor } from '../tags/TagEditor.tsx';
import { LastVersions } from '../versions/LastVersions.tsx';
import { VersionsTab } from '../versions/VersionsTab.tsx';
import { categoryNames } from '../../items/category-names.ts';
import { kindOf } from '../../items/file-kind.ts';
import { collectRefusal, may } from '../../items/may.ts';
import { FileName } from '../../items/FileName.tsx';
import { fileDetail, folderSize } from '../../items/file-queries.ts';
import { placeText } from '../../items/place-text.ts';
import { SensitivityFact } from './SensitivityFact.tsx';
import { SeveralItems } from './SeveralItems.tsx';
import { hasThumb, Thumb } from '../../items/Thumb.tsx';
import styles from './DetailsDrawer.module.css';
import shared from '../../items/shared.module.css';

interface DetailsProps {
  onClose(): void;
  /** Opens the share dialog. */
  onShare(item: Instance): void;
}

/** A second sheet beside the list: the details of one item, or a summary of several. */
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
        {items.length === 1 && item && <StarButton item={item} />}
        <Tooltip label={t('files.closeDetails')}>
          <ActionIcon aria-label={t('files.closeDetails')} onClick={onClose}>
            <X size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </header>
      {items.length === 0 && <StateView object="lens" title={t('files.pickOne')} size={120} />}
      {items.length > 1 && <SeveralItems items={items} />}
      {items.length === 1 && item && <ItemTabs item={item} onShare={onShare} />}
    </Sheet>
  );
}

/** The same as an overlay: a bottom sheet on a phone, or, with `beside`, next to the preview where there is space. */
export function DetailsSheet({ item, beside = false, onClose, onShare }: DetailsProps & { item: Instance | null; beside?: boolean }) {
  const aside = !usePhone() && beside;
  return (
    <Drawer
      opened={item !== null}
      onClose={onClose}
      position={aside ? 'right' : 'bottom'}
      offset={0}
      size={aside ? 368 : '70%'}
      padding={0}
      classNames={{ content: styles.sheet ?? '', header: styles.sheetHead ?? '', body: styles.sheetBody ?? '' }}
      title={item && <FileName name={item.instanceName} strong />}
      closeButtonProps={{ 'aria-label': t('files.closeDetails') }}
    >
      {item && <ItemTabs item={item} onShare={onShare} />}
    </Drawer>
  );
}

type Tab = 'info' | 'access' | 'versions' | 'comments' | 'activity';

/** The selected tab persists from item to item; an item without that tab shows its info instead. */
function ItemTabs({ item, onShare }: Pick<DetailsProps, 'onShare'> & { item: Instance }) {
  const [chosen, setChosen] = useState<Tab>('info');
  const detail = useQuery(fileDetail(item.instanceId, item)).data;
  const has: Record<Tab, boolean> = {
    info: true,
    access: true,
    versions: item.classifierId === 'File' && may(item, 'historyView'),
    comments: may(item, 'preview'),
    activity: may(item, 'attribute'),
  };
  const tab = has[chosen] ? chosen : 'info';
  const counted = (name: string, n: number | undefined) => (n ? `${name} ${n}` : name);
  return (
    <Tabs value={tab} onChange={(next) => next && setChosen(next as Tab)} keepMounted={false} className={styles.drawerTabs ?? ''}>
      <Tabs.List>
        <Tabs.Tab value="info">{t('files.info')}</Tabs.Tab>
        <Tabs.Tab value="access">{t('accessReport.tab')}</Tabs.Tab>
        {has.versions && <Tabs.Tab value="versions">{counted(t('versions.title'), detail?.versions)}</Tabs.Tab>}
        {has.comments && <Tabs.Tab value="comments">{counted(t('comments.title'), detail?.comments)}</Tabs.Tab>}
        {has.activity && <Tabs.Tab value="activity">{t('activity.title')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="info">
        <Info key={item.instanceId} item={item} onShare={onShare} onTab={setChosen} has={has} />
      </Tabs.Panel>
      <Tabs.Panel value="access">
        <AccessTab key={item.instanceId} item={item} />
      </Tabs.Panel>
      <Tabs.Panel value="versions">
        <VersionsTab key={item.instanceId} item={item} />
      </Tabs.Panel>
      <Tabs.Panel value="comments">
        <CommentsTab key={item.instanceId} item={item} />
      </Tabs.Panel>
      <Tabs.Panel value="activity">
        <ActivityTab key={item.instanceId} item={item} />
      </Tabs.Panel>
    </Tabs>
  );
}

/** Stars or unstars the shown item. */
function StarButton({ item }: { item: Instance }) {
  const refused = collectRefusal([item], !useOnline());
  const label = refused ?? (item.collected ? t('favourites.remove') : t('favourites.add'));
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={t('favourites.add')}
        aria-pressed={item.collected}
        {...(refused !== undefined && { 'aria-disabled': true, 'data-refused': true })}
        onClick={() => refused === undefined && void toggleCollected([item])}
      >
        <Star size={16} strokeWidth={1.75} aria-hidden className={item.collected ? styles.starred : ''} />
      </ActionIcon>
    </Tooltip>
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

interface InfoProps extends Pick<DetailsProps, 'onShare'> {
  item: Instance;
  has: Record<Tab, boolean>;
  onTab(tab: Tab): void;
}

function Info({ item, has, onShare, onTab }: InfoProps) {
  const folder = item.classifierId === 'Folder';
  const detail = useQuery(fileDetail(item.instanceId, item)).data;
  const size = useQuery({ ...folderSize(item.instanceId, item), enabled: folder });
  const stamp = (who: string, when: string) => (
    <span title={formatFullTime(when)}>{t('files.whoWhen', { who, when: formatTime(when) })}</span>
  );
  const waiting = <Skeleton height={12} width={120} mt={4} />;
  return (
    <div className={styles.infoTab}>
      <div className={styles.infoBody}>
        {hasThumb(item) && (
          <div className={styles.drawerPicture}>
            <Thumb item={item} size={56} />
          </div>
        )}
        <div className={styles.section}>{t('files.tags')}</div>
        <TagEditor item={item} tags={(detail ?? item).tags} />
        <SharedWith item={item} onShare={() => onShare(item)} />
        <LinkSection item={item} />
        <div className={styles.section}>{t('files.properties')}</div>
        <dl className={styles.facts}>
          <Fact name={t('files.kind')}>{folder ? t('files.folder') : t(categoryNames[item.category - 1] ?? 'files.category7')}</Fact>
          <Fact name={t('files.location')}>{placeText({ ...item, parentNames: (detail ?? item).parentNames })}</Fact>
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
        {has.versions && <LastVersions item={item} onAll={() => onTab('versions')} />}
        {has.comments && <LastComments item={item} onAll={() => onTab('comments')} />}
      </div>
      {has.comments && <CommentBox item={item} />}
    </div>
  );
}
