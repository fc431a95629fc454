import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, RotateCcw, Trash2, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { AdminItem, SecondBinItem } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { PeriodMenu } from '../../ui/date-range/PeriodMenu.tsx';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { NewLeader } from './NewLeader.tsx';
import { RestoreTo } from './RestoreTo.tsx';
import { clearBin, keepItems, markItems, restoreItems } from './second-bin-actions.ts';
import { secondBinColumns, secondBinPhoneRow } from './second-bin-columns.tsx';
import { askedOf, deletedDays, isNarrowed, readSecondBinFilter, writeSecondBinFilter } from './second-bin-filter.ts';
import { restoreToRefusal, secondBinEntries, type SecondBinActions } from './second-bin-menu.tsx';
import { secondBinPage } from './second-bin-query.ts';

const idOf = ({ recycleId }: SecondBinItem) => recycleId;
const nameOf = ({ instanceName }: SecondBinItem) => instanceName;
const none: readonly SecondBinItem[] = [];
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const inAddress = { read: readSecondBinFilter, write: writeSecondBinFilter };
const defaultDays = 30;

/** What left the recycle bins of the company: restored, or deleted for good. */
export default function SecondBinPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const page = useQuery(secondBinPage(filter));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen } = list;
  const { selected } = chosen;
  const { total, more } = list.table.page;
  const days = page.data?.days ?? defaultDays;
  const [moved, setMoved] = useState<readonly SecondBinItem[]>(none);
  const [led, setLed] = useState<readonly SecondBinItem[]>(none);
  const [phone, offline] = [usePhone(), !useOnline()];
  const held: readonly AdminItem[] = useCurrentUser()?.adminItems ?? [];
  const columns = useMemo(() => secondBinColumns(days), [days]);
  const narrowed = isNarrowed(filter);

  const done = async (work: Promise<boolean>): Promise<void> => {
    if (await work) chosen.clear();
  };
  const actions: SecondBinActions = {
    restore: (items) => (items.some(({ leaderLeft }) => leaderLeft) ? setLed(items) : void done(restoreItems(items))),
    restoreTo: setMoved,
    remove: (items) => void done(markItems(items)),
    keep: (items) => void done(keepItems(items)),
    narrow: (to) => list.change(to),
  };
  const [first] = list.table.rows;
  return (
    <ItemListScreen
      title={t('adminBin.title')}
      hint={t('adminBin.hint', { n: days })}
      list={list}
      label={t('adminBin.title')}
      rowName={nameOf}
      columns={columns}
      phone={secondBinPhoneRow}
      find={t('adminBin.find')}
      tools={
        <>
          {filter.spaceId !== null && (
            <Chip on title={t('adminBin.allSpaces')} onClick={() => list.change({ spaceId: null })}>
              {first?.spaceName ?? t('adminBin.space')} <X size={14} aria-hidden />
            </Chip>
          )}
          {filter.by !== null && (
            <Chip on title={t('adminBin.allPeople')} onClick={() => list.change({ by: null })}>
              {first?.deletedBy.name ?? t('adminBin.deletedBy')} <X size={14} aria-hidden />
            </Chip>
          )}
          <PeriodMenu
            label={t('adminBin.deleted')}
            period={filter.days}
            periods={[
              { value: null, text: t('adminBin.anyTime') },
              ...deletedDays.map((value) => ({ value, text: t('adminBin.withinDays', { n: value }) })),
            ]}
            range={filter.range}
            shown={() => askedOf(filter)}
            onPeriod={(value) => list.change({ days: value, range: null })}
            onRange={(range) => list.change({ range })}
          />
        </>
      }
      widened={narrowed ? { keyword: '', spaceId: null, by: null, days: null, range: null } : null}
      bulk={selected.length > 0 && <BulkActions items={selected} phone={phone} held={held} offline={offline} actions={actions} />}
      whole={
        held.includes('secondBin.remove') &&
        selected.length === 0 &&
        (!phone || total > 0) && (
          <Button
            variant="default"
            color="red"
            size={phone ? 'lg' : 'xs'}
            leftSection={<Trash2 {...icon} />}
            disabled={total === 0 || offline}
            onClick={() => void done(clearBin(filter, total, { more: more === true, narrowed }))}
          >
            {narrowed ? t('adminBin.clearFound') : t('adminBin.clear')}
          </Button>
        )
      }
      empty={<EmptyState object="folder" title={t('adminBin.emptyTitle')} text={t('adminBin.emptyText', { n: days })} />}
      entries={(item) => secondBinEntries(item, chosen.chosenWith(item), { held, offline }, actions)}
      {...(held.includes('secondBin.remove') && { onBulkDelete: actions.remove })}
      counts={more ? t('adminBin.countedMore', { n: total }) : t('adminBin.counted', { n: total })}
    >
      {led.length > 0 && (
        <NewLeader
          items={led}
          onClose={() => setLed(none)}
          onPick={(leaderId) => {
            setLed(none);
            void done(restoreItems(led, { leaderId }));
          }}
        />
      )}
      {moved.length > 0 && (
        <RestoreTo
          items={moved}
          onClose={() => setMoved(none)}
          onPick={(place) => {
            setMoved(none);
            void done(restoreItems(moved, { target: place }));
          }}
        />
      )}
    </ItemListScreen>
  );
}

interface BulkActionsProps {
  items: readonly SecondBinItem[];
  phone: boolean;
  held: readonly AdminItem[];
  offline: boolean;
  actions: SecondBinActions;
}

function BulkActions({ items, phone, held, offline, actions }: BulkActionsProps) {
  const size = phone ? 'lg' : 'xs';
  const several = restoreToRefusal(items);
  return (
    <>
      {held.includes('secondBin.restore') && (
        <Button
          variant="default"
          size={size}
          disabled={offline}
          leftSection={<RotateCcw {...icon} />}
          onClick={() => actions.restore(items)}
        >
          {t('adminBin.restoreN', { n: items.length })}
        </Button>
      )}
      {held.includes('secondBin.restore') && !phone && (
        <Button
          variant="default"
          size={size}
          leftSection={<FolderInput {...icon} />}
          disabled={several !== undefined || offline}
          title={several}
          onClick={() => actions.restoreTo(items)}
        >
          {t('adminBin.restoreTo')}
        </Button>
      )}
      {held.includes('secondBin.remove') && (
        <Button
          variant="default"
          color="red"
          size={size}
          disabled={offline}
          leftSection={<Trash2 {...icon} />}
          onClick={() => actions.remove(items)}
        >
          {t('adminBin.remove')}
        </Button>
      )}
    </>
  );
}
