import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { LogOut, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { useNavigate } from 'react-router';
import { shareSides, type ShareItem, type ShareSide } from '@alcove/contract';
import { endShares } from '../../features/sharing/share-actions.ts';
import { sharePage } from '../../features/sharing/sharing-queries.ts';
import { t } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { shareColumns, sharePhoneRow } from './share-columns.tsx';
import { firstOf, type ShareFilter } from './share-filter.ts';
import { leaveRefusal, shareEntries } from './share-menu.tsx';
import styles from './ShareList.module.css';

const idOf = (share: ShareItem) => share.fileSharingId;
const nameOf = (share: ShareItem) => share.instance.instanceName;
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface ShareListProps {
  filter: ShareFilter;
  onFilter(next: ShareFilter): void;
  onOpen(share: ShareItem): void;
  onChange(share: ShareItem): void;
}

/** The items the reader shared, and those shared with the reader: two lists of the same form. */
export function ShareList({ filter, onFilter, onOpen, onChange }: ShareListProps) {
  const { side, ...asked } = filter;
  const page = useQuery(sharePage({ ...asked, side }));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen } = list;
  const { selected } = chosen;
  const phone = usePhone();
  const offline = !useOnline();
  const navigate = useNavigate();
  const columns = useMemo(() => shareColumns(side), [side]);
  const phoneRow = useMemo(() => sharePhoneRow(side), [side]);
  const received = side === 'received';
  const end = async (ended: readonly ShareItem[]): Promise<void> => {
    const refused = offline ? t('files.offlineReason') : received ? leaveRefusal(ended) : undefined;
    if (refused) toast.warning(refused);
    else if (await endShares(ended, received ? 'leave' : 'withdraw')) chosen.clear();
  };
  return (
    <ItemListScreen
      key={side}
      title={t('sharing.title')}
      list={list}
      label={received ? t('sharing.received') : t('sharing.initiated')}
      rowName={nameOf}
      columns={columns}
      phone={phoneRow}
      tools={
        <Tabs value={side} onChange={(next) => next && list.change(firstOf(next as ShareSide))} className={styles.tabs ?? ''}>
          <Tabs.List aria-label={t('sharing.tabs')}>
            {shareSides.toReversed().map((one) => (
              <Tabs.Tab key={one} value={one} aria-controls={undefined}>
                {one === 'initiated' ? t('sharing.initiated') : t('sharing.received')}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </Tabs>
      }
      find={t('sharing.find')}
      sorts={[
        { field: 'createTime', order: 'desc', text: t('sharing.created') },
        { field: 'instanceName', order: 'asc', text: t('sharing.name') },
      ]}
      bulk={
        <Button
          variant="default"
          color={selected.length > 0 ? 'red' : 'gray'}
          size={phone ? 'lg' : 'xs'}
          leftSection={received ? <LogOut {...icon} /> : <Undo2 {...icon} />}
          onClick={() => void end(selected)}
        >
          {received ? t('sharing.leave') : t('sharing.withdraw')}
        </Button>
      }
      empty={
        <EmptyState
          object="folder"
          title={received ? t('sharing.noneReceived') : t('sharing.noneInitiated')}
          text={received ? t('sharing.noneReceivedText') : t('sharing.noneInitiatedText')}
          action={
            !received && (
              <Button variant="default" onClick={() => void navigate('/personalFile')}>
                {t('sharing.goFiles')}
              </Button>
            )
          }
        />
      }
      entries={(share) =>
        shareEntries(chosen.chosenWith(share), side, offline, { open: onOpen, change: onChange, end: (ended) => void end(ended) })
      }
      onOpen={onOpen}
      onBulkDelete={(rows) => void end(rows)}
    />
  );
}
