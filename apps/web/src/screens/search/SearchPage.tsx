import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { limits, previewKindOf, type FoundInstance, type Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { transferPanelView } from '../../features/transfer/panel/panel-view.ts';
import { only, toggled } from '../../ui/data-table/selection.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { accessDialogs } from '../../features/access-requests/access-dialogs.ts';
import { levelsToAskFor } from '../../features/access-requests/access-request-queries.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { keepChosen, removeChosen, starChosen } from '../item-list/chosen-actions.ts';
import { DetailsDrawer } from '../../features/details/DetailsDrawer.tsx';
import { fileKeys } from '../item-list/file-keys.ts';
import { may, refusal } from '../../items/may.ts';
import { selectEntry } from '../../items/menu-entries.tsx';
import { itemEntries, type ItemActions } from '../item-list/item-menu.tsx';
import { SelectionBar } from '../item-list/SelectionBar.tsx';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { useItemDialogs } from '../item-list/use-item-dialogs.tsx';
import { useNameCell } from '../item-list/use-name-cell.tsx';
import { usePreview } from '../item-list/use-preview.tsx';
import { undoLast } from '../../items/last-undo.ts';
import { addressOfFound, placeOfFound } from '../../features/search/found-address.ts';
import { foundColumns, foundPhoneRow } from './found-columns.tsx';
import { MarkedName } from '../../ui/marked/Marked.tsx';
import { isNarrowed, readSearch, sortedBy, widened, writeSearch, type SearchFilter } from '../../features/search/search-filter.ts';
import { searchPage } from '../../features/search/search-queries.ts';
import { SearchTools } from './SearchTools.tsx';

const idOf = (item: FoundInstance) => item.instanceId;
const nameOf = (item: FoundInstance) => item.instanceName;
const none: readonly FoundInstance[] = [];
const inAddress = { read: readSearch, write: writeSearch };
/** The other names in a result's folder are unknown here; the server reports a taken name. */
const noNames: readonly string[] = [];
const isPreviewable = (item: FoundInstance) =>
  item.classifierId === 'File' && previewKindOf(item.instanceName) !== null && may(item, 'preview');
const markedName = (item: FoundInstance) => <MarkedName text={item.instanceName} parts={item.nameMatches} />;

/** The search results, paged, with all actions on them. The address holds the list's state. */
export default function SearchPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const [today] = useState(() => new Date());
  const page = useQuery(searchPage(filter, today));
  const navigate = useNavigate();
  const phone = usePhone();
  const offline = !useOnline();
  const [renaming, setRenaming] = useState<string | null>(null);
  const [details, setDetails] = useState(false);
  usePageTitle(filter.keyword === '' ? null : t('search.resultsFor', { query: filter.keyword }));

  const list = useItemList({
    query: page,
    filter,
    onFilter: (next: SearchFilter) => {
      setRenaming(null);
      onFilter(next);
    },
    idOf,
  });
  const { change, chosen } = list;
  const asked = filter.keyword !== '';
  const items = list.table.rows;
  const { total } = list.table.page;
  const { selected } = chosen;
  const { selection, onSelection } = chosen.table;
  const shown = chosen.chosenOrFocused();

  const previewable = useMemo(() => (page.data?.items ?? none).filter(isPreviewable), [page.data]);
  const { preview, overlay } = usePreview({ items: previewable, waits: page.isPending });
  const dialogs = useItemDialogs({ items, onPlaced: chosen.clear });
  const name = useNameCell(
    renaming,
    noNames,
    useCallback(() => setRenaming(null), []),
    markedName,
  );
  const columns = useMemo(() => foundColumns(name), [name]);
  const phoneRow = useMemo(() => foundPhoneRow(name), [name]);

  const open = (item: FoundInstance) => {
    if (previewable.includes(item)) preview(item);
    else void navigate(addressOfFound(item));
  };
  const startRename = (item: Instance) => {
    const refused = refusal([item], 'rename', offline);
    if (refused) toast.warning(refused);
    else setRenaming(item.instanceId);
  };
  const remove = async (some: readonly Instance[]) => {
    if (await removeChosen(some, offline)) chosen.clear();
  };
  const actionsOf = (item: FoundInstance): ItemActions => ({
    open: () => open(item),
    preview,
    download: (some) => void startDownload(some),
    locate: () => {
      const place = placeOfFound(item);
      if (place !== null) void navigate(place);
    },
    share: dialogs.share,
    collect: (some) => void toggleCollected(some),
    place: dialogs.place,
    rename: startRename,
    details: (one) => {
      if (phone) return dialogs.detail(one);
      onSelection(only(one.instanceId));
      setDetails(true);
    },
    remove: (some) => void remove(some),
    askAccess: ({ instanceId, instanceName }) => accessDialogs.ask({ instanceId, name: instanceName, levels: levelsToAskFor(item) }),
  });
  const entries = (item: FoundInstance) => [
    ...(phone ? [selectEntry(() => onSelection(toggled(selection, item.instanceId)))] : []),
    ...itemEntries(chosen.chosenWith(item), offline, actionsOf(item)),
  ];
  const onOtherKey = fileKeys({
    copy: () => void keepChosen('copy', shown, offline),
    cut: () => void keepChosen('move', shown, offline),
    undo: () => void undoLast(),
    details: () => setDetails(!details),
    star: () => starChosen(shown, offline),
    transfers: () => transferPanelView.toggle(),
  });

  const title = asked ? t('search.resultsFor', { query: filter.keyword }) : t('search.title');
  const empty = asked ? (
    <EmptyState object="lens" title={t('common.nothingFoundFor', { query: filter.keyword })} text={t('search.nothingText')} />
  ) : (
    <EmptyState
      object="lens"
      title={filter.owner ? t('search.askBy', { name: filter.owner.name }) : t('search.ask')}
      text={t('search.askText')}
    />
  );
  const counts = total >= limits.foundInstances ? t('search.manyFound', { n: limits.foundInstances }) : t('files.counted', { n: total });
  return (
    <ItemListScreen
      title={title}
      list={list}
      label={t('search.results')}
      rowName={nameOf}
      columns={columns}
      phone={phoneRow}
      above={<SearchTools filter={filter} tags={items.flatMap((item) => item.tags)} onChange={change} />}
      widened={asked && isNarrowed(filter) ? widened(filter) : null}
      onSort={({ sortField, sortOrder }) => change(sortField === filter.sortField ? { sortOrder } : sortedBy(sortField))}
      empty={empty}
      entries={entries}
      onOpen={open}
      onRename={startRename}
      onBulkDelete={(some) => void remove(some)}
      onOtherKey={onOtherKey}
      currentId={details && shown.length === 1 ? (shown[0]?.instanceId ?? null) : null}
      version={renaming}
      counts={counts}
      over={
        <SelectionBar
          items={selected.length > 1 || (selected.length === 1 && !details) ? selected : []}
          offline={offline}
          onDownload={() => void startDownload(selected)}
          onShare={() => dialogs.share(selected)}
          onCollect={() => void toggleCollected(selected)}
          onPlace={(kind) => dialogs.place(kind, selected)}
          onRemove={() => void remove(selected)}
          onClear={chosen.clear}
        />
      }
      phoneBar={
        isNarrowed(filter) &&
        items.length > 0 &&
        selected.length === 0 && (
          <Button variant="subtle" size="lg" onClick={() => change(widened(filter))}>
            {t('common.clearFilters')}
          </Button>
        )
      }
    >
      {details && !phone && <DetailsDrawer items={shown} onClose={() => setDetails(false)} onShare={(item) => dialogs.share([item])} />}
      {dialogs.dialogs}
      {overlay}
    </ItemListScreen>
  );
}
