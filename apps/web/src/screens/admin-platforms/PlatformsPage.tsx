import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Eye, Inbox, Pencil, Plus, Power, PowerOff, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { Platform, ScimPlatform } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { keywordIn, pageIn, putIn } from '../../ui/list-screen/list-address.ts';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { removePlatform, switchPlatform } from './platform-actions.ts';
import { platformColumns, platformPhoneRow } from './platform-columns.tsx';
import { platformsQuery } from './platform-queries.ts';
import { PlatformDrawer } from './PlatformDrawer.tsx';
import type { Edited } from './PlatformDrawer.tsx';
import { ScimDrawer } from './scim/ScimDrawer.tsx';
import { SyncDrawer } from './sync/SyncDrawer.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = ({ platformId }: Platform) => platformId;
/** There are few, so they are one page. */
const pageSize = 20;
const inAddress = {
  read: (address: URLSearchParams) => ({ ...pageIn(address, pageSize), keyword: keywordIn(address) }),
  write: () => putIn(new URLSearchParams(), {}),
};

/** The company's own servers, with which people sign in. */
export default function PlatformsPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const query = useQuery({ ...platformsQuery, select: (items) => ({ total: items.length, page: 1, pageSize, items }) });
  const list = useItemList({ query, filter, onFilter, idOf });
  const [edited, setEdited] = useState<Edited | null>(null);
  const [pushed, setPushed] = useState<ScimPlatform | null>(null);
  const [synced, setSynced] = useState<Platform | null>(null);
  const [phone, offline] = [usePhone(), !useOnline()];
  const edits = useCurrentUser()?.adminItems.includes('platforms.edit') ?? false;
  const columns = useMemo(() => platformColumns(), []);
  const refused = offline ? t('adminPlatforms.offline') : undefined;
  const open = (platform: Platform) => setEdited({ platform });
  const entries = (platform: Platform): MenuEntry[] => {
    const shows = { keys: 'Enter', quick: true, onClick: () => open(platform) } as const;
    const sync: MenuEntry[] =
      platform.protocol === 'oidc'
        ? []
        : platform.protocol === 'scim'
          ? [{ id: 'pushed', label: t('adminScim.open'), icon: <Inbox {...icon} />, quick: true, onClick: () => setPushed(platform) }]
          : [{ id: 'sync', label: t('adminSync.open'), icon: <RefreshCw {...icon} />, quick: true, onClick: () => setSynced(platform) }];
    if (!edits) return [{ id: 'view', label: t('adminPlatforms.view'), icon: <Eye {...icon} />, ...shows }, ...sync];
    return [
      { id: 'edit', label: t('adminPlatforms.edit'), icon: <Pencil {...icon} />, ...shows },
      ...sync,
      {
        id: 'switch',
        label: t(platform.enabled ? 'adminPlatforms.switchOff' : 'adminPlatforms.switchOn'),
        icon: platform.enabled ? <PowerOff {...icon} /> : <Power {...icon} />,
        refused,
        onClick: () => void switchPlatform(platform),
      },
      {
        id: 'remove',
        label: t('adminPlatforms.remove'),
        icon: <Trash2 {...icon} />,
        danger: true,
        divided: true,
        refused,
        onClick: () => void removePlatform(platform),
      },
    ];
  };
  const create = edits && (
    <Button size={phone ? 'lg' : 'sm'} leftSection={<Plus {...icon} />} disabled={offline} onClick={() => setEdited({ platform: null })}>
      {t('adminPlatforms.create')}
    </Button>
  );
  return (
    <ItemListScreen
      title={t('adminPlatforms.title')}
      hint={t('adminPlatforms.hint')}
      list={list}
      label={t('adminPlatforms.list')}
      rowName={({ name }) => name}
      columns={columns}
      phone={platformPhoneRow}
      selectable={false}
      actions={create}
      phoneBar={create}
      empty={<EmptyState object="key" title={t('adminPlatforms.emptyTitle')} text={t('adminPlatforms.emptyText')} />}
      entries={entries}
      onOpen={open}
      counts={t('adminPlatforms.counted', { n: list.table.page.total })}
    >
      <PlatformDrawer edited={edited} edits={edits} onClose={() => setEdited(null)} onCreated={open} />
      <ScimDrawer platform={pushed} edits={edits} onClose={() => setPushed(null)} />
      <SyncDrawer platform={synced} edits={edits} onClose={() => setSynced(null)} />
    </ItemListScreen>
  );
}
