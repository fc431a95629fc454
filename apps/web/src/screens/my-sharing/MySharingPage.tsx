import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Link } from '@alcove/contract';
import { copyLinks, copyMessage, copyRefusal } from '../../features/links/copy-links.ts';
import { openAsVisitor, placeOfLink, withdrawLinks } from '../../features/links/link-actions.ts';
import { linkDialogs } from '../../features/links/link-dialogs.ts';
import { linkPage } from '../../features/links/link-queries.ts';
import { VisitsDrawer } from '../../features/links/VisitsDrawer.tsx';
import { t } from '../../i18n/index.ts';
import { selectEntry } from '../../items/menu-entries.tsx';
import { toggled } from '../../ui/data-table/selection.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { linkColumns, linkPhoneRow } from './link-columns.tsx';
import { pageInput, readLinkFilter, writeLinkFilter, type LinkFilter } from './link-filter.ts';
import { LinkBar } from './LinkBar.tsx';
import { linkEntries, type LinkActions } from './link-menu.tsx';
import { StateTabs } from './StateTabs.tsx';
import { useMinute } from '../../ui/use-minute.ts';

const idOf = ({ linkPath }: Link) => linkPath;
const nameOf = ({ name }: Link) => name;
const inAddress = { read: readLinkFilter, write: writeLinkFilter, tabOf: ({ state }: LinkFilter) => state };

/** The reader's own external links, and beside them who came through one. */
export default function MySharingPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const page = useQuery(linkPage(pageInput(filter)));
  const list = useItemList({ query: page, filter, onFilter, idOf });
  const { chosen, change } = list;
  const { selected } = chosen;
  const { selection, onSelection } = chosen.table;
  const [seen, setSeen] = useState<Link | null>(null);
  const [phone, offline] = [usePhone(), !useOnline()];
  const now = useMinute();
  const navigate = useNavigate();
  // The drawer shows the link as the list has it now; on another page it keeps what it had.
  const opened = seen && (list.table.rows.find(({ linkPath }) => linkPath === seen.linkPath) ?? seen);
  const beside = opened !== null && !phone;
  const columns = useMemo(() => linkColumns(now, beside), [now, beside]);
  const phoneRow = useMemo(() => linkPhoneRow(now), [now]);

  const withdraw = async (links: readonly Link[]) => {
    if (offline) return void toast.warning(t('files.offlineReason'));
    if (!(await withdrawLinks(links))) return;
    if (links.some(({ linkPath }) => linkPath === seen?.linkPath)) setSeen(null);
    chosen.clear();
  };
  const locate = async (link: Link) => {
    const place = await placeOfLink(link);
    if (place !== null) void navigate(place);
  };
  const actions: LinkActions = {
    copyLinks: (links) => void copyLinks(links),
    copyMessage: (link) => void copyMessage(link),
    change: (link) => linkDialogs.open({ kind: 'change', link }),
    rename: (link) => linkDialogs.open({ kind: 'rename', link }),
    visitors: setSeen,
    open: openAsVisitor,
    locate: (link) => void locate(link),
    extend: (links) => linkDialogs.open({ kind: 'extend', links }),
    qrCodes: (links) => linkDialogs.open({ kind: 'qrCodes', links }),
    withdraw: (links) => void withdraw(links),
  };
  const copyChosen = () => {
    const links = chosen.chosenOrFocused();
    const refused = copyRefusal(links);
    if (refused !== undefined) toast.warning(refused);
    else if (links.length > 0) void copyLinks(links);
  };
  return (
    <>
      <ItemListScreen
        title={t('links.title')}
        list={list}
        label={t('links.title')}
        rowName={nameOf}
        columns={columns}
        phone={phoneRow}
        version={now}
        tools={<StateTabs value={filter.state} counts={page.data?.states} onChange={(state) => change({ state })} />}
        find={t('links.find')}
        widened={filter.keyword === '' && filter.state === null ? null : { keyword: '', state: null }}
        sorts={[
          { field: 'createTime', order: 'desc', text: t('links.columnCreated') },
          { field: 'name', order: 'asc', text: t('links.columnName') },
          { field: 'expireTime', order: 'asc', text: t('links.columnEnds') },
          { field: 'visits', order: 'desc', text: t('links.columnVisits') },
        ]}
        counts={t('links.total', { n: list.table.page.total })}
        empty={
          <EmptyState
            object="folder"
            title={t('links.emptyTitle')}
            text={t('links.emptyText')}
            action={
              <Button variant="default" onClick={() => void navigate('/personalFile')}>
                {t('links.goFiles')}
              </Button>
            }
          />
        }
        entries={(link) => [
          ...(phone ? [selectEntry(() => onSelection(toggled(selection, idOf(link))))] : []),
          ...linkEntries(chosen.chosenWith(link), offline, actions),
        ]}
        onOpen={setSeen}
        onRename={(link) => (offline ? void toast.warning(t('files.offlineReason')) : actions.rename(link))}
        selectFirst={t('links.selectFirst')}
        onBulkDelete={(links) => void withdraw(links)}
        onOtherKey={fileKeys({ copy: copyChosen })}
        currentId={beside ? opened.linkPath : null}
        over={<LinkBar links={selected} offline={offline} actions={actions} onClear={chosen.clear} />}
      />
      <VisitsDrawer link={opened} onClose={() => setSeen(null)} />
    </>
  );
}
