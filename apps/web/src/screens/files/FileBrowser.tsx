import { useCallback, useMemo, useRef, useState, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { transferPanelView } from '../../features/transfer/panel/panel-view.ts';
import { only, toggled } from '../../ui/data-table/selection.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { accessDialogs } from '../../features/access-requests/access-dialogs.ts';
import { levelsToAskFor } from '../../features/access-requests/access-request-queries.ts';
import { toggleCollected } from '../../items/favourite-actions.ts';
import { undoLast } from '../../items/last-undo.ts';
import { AskTool } from './AskTool.tsx';
import { Breadcrumb } from '../../items/Breadcrumb.tsx';
import { removeChosen, starChosen } from '../item-list/chosen-actions.ts';
import { DetailsDrawer } from '../../features/details/DetailsDrawer.tsx';
import { EmptyFolder } from './EmptyFolder.tsx';
import { openFolder, readFilter, writeFilter, type FileFilter } from '../../items/file-filter.ts';
import { fileKeys } from '../item-list/file-keys.ts';
import { refusal } from '../../items/may.ts';
import { selectEntry } from '../../items/menu-entries.tsx';
import { itemEntries, type ItemActions } from '../item-list/item-menu.tsx';
import { FileList } from './FileList.tsx';
import { FileTools, UploadButtons, type View } from './FileTools.tsx';
import { FolderTree } from './FolderTree.tsx';
import { NoFolder } from './NoFolder.tsx';
import { SelectionBar } from '../item-list/SelectionBar.tsx';
import { startDownload } from '../../features/transfer/start/start-download.ts';
import { spaceEntries } from './space-menu.tsx';
import { useColumnChoice } from './use-column-choice.ts';
import { useFileDialogs } from './use-file-dialogs.tsx';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { useFileMoving } from './use-file-moving.ts';
import { useFolder } from './use-folder.ts';
import { useFolderUpload } from '../../features/transfer/start/use-folder-upload.tsx';
import { useMarked } from './use-marked.ts';
import { useNameCell } from '../item-list/use-name-cell.tsx';
import { usePreview } from '../item-list/use-preview.tsx';
import { useRemembered } from '../../ui/use-remembered.ts';
import { useSelection } from './use-selection.ts';
import styles from './FileBrowser.module.css';

const inAddress = { read: readFilter, write: writeFilter, tabOf: ({ folder }: FileFilter) => folder };
const nameOf = (item: Instance) => item.instanceName;

export interface FileBrowserProps {
  userId: string;
  /** The top folder: a space's root, or the shared folder. */
  rootId: string;
  rootName: string;
  /** The list of spaces, as the first crumb of the breadcrumb. */
  home?: { name: string; onOpen(): void };
  /** The received share through which everything here is reached. */
  fileSharingId?: string;
  /** This space's own tools, in addition to those of every folder. */
  spaceTools?: ReactNode;
  /** Closes the panel of this space (such as the members) that is shown in place of the details. */
  closeBeside?: (() => void) | undefined;
  /** A notice about the whole space, above its content. */
  banner?: ReactNode;
  /** Shows the permissions of a file or folder; missing where there are none per item. */
  onPermissions?(item: Instance): void;
}

/** The files and folders of one space: toolbar, list or cards, tree, drawer, and every way to add items. */
export function FileBrowser(props: FileBrowserProps) {
  const { userId, rootId, rootName, home, fileSharingId, spaceTools, closeBeside, banner, onPermissions } = props;
  const { filter, onFilter: setFilter } = useListAddress(inAddress);
  const open = useFolder(rootId, rootName, filter, { fileSharingId });
  const { folderId, page, folder, items, crumbs, atTop, title } = open;
  const [view, setView] = useRemembered<View>('view', userId, ['list', 'grid']);
  const [keptDrawer, keepDrawer] = useRemembered('drawer', userId, ['closed', 'open']);
  const drawer = closeBeside ? 'closed' : keptDrawer;
  const setDrawer = (next: 'closed' | 'open') => {
    closeBeside?.();
    keepDrawer(next);
  };
  const [tree, setTree] = useRemembered('tree', userId, ['closed', 'open']);
  const { selection, onSelection, selected, keeps, clear, forget } = useSelection(open);
  useMarked({ open, rootId, filter, onFilter: setFilter, onSelection });
  const columnChoice = useColumnChoice(userId);
  const [renaming, setRenaming] = useState<string | null>(null);
  const held = useRef(false);
  const phone = usePhone();
  const offline = !useOnline();
  usePageTitle(open.closed ? t('accessRequests.closedName') : atTop && !home ? null : title);

  const goTo = useCallback(
    (id: string | null) => {
      forget();
      setRenaming(null);
      setFilter(openFolder(filter, id === rootId ? null : id));
    },
    [filter, rootId, setFilter, forget],
  );
  const shown = selected.length > 0 ? selected : selection.focus ? items.filter((item) => item.instanceId === selection.focus) : [];
  const names = useMemo(() => items.map(nameOf), [items]);

  const preview = usePreview({ items, waits: page.isPending, fileSharingId });
  const upload = useFolderUpload(open, offline);
  const moving = useFileMoving({
    rootId,
    rootName,
    open,
    selection,
    selected,
    onSelection,
    refused: upload.refused,
    offline,
  });
  const dialogs = useFileDialogs({ open, names, onCreated: (made) => onSelection(only(made.instanceId)), onPlaced: clear });

  const openItem = (item: Instance) => (item.classifierId === 'Folder' ? goTo(item.instanceId) : preview.preview(item));
  const remove = async (chosen: readonly Instance[]) => {
    if (await removeChosen(chosen, offline)) clear();
  };
  const startRename = (item: Instance) => {
    const refused = refusal([item], 'rename', offline);
    if (refused) toast.warning(refused);
    else setRenaming(item.instanceId);
  };
  const askAccess = (item: Instance, name: string) =>
    accessDialogs.ask({ instanceId: item.instanceId, name, levels: levelsToAskFor(item) });
  const actions: ItemActions = {
    open: openItem,
    preview: preview.preview,
    download: (chosen) => void startDownload(chosen),
    share: dialogs.share,
    collect: (chosen) => void toggleCollected(chosen),
    place: dialogs.place,
    rename: startRename,
    details: (item) => {
      if (phone) return dialogs.detail(item);
      onSelection(only(item.instanceId));
      setDrawer('open');
    },
    remove: (chosen) => void remove(chosen),
    ...(onPermissions && { permissions: onPermissions }),
    askAccess: (item) => askAccess(item, item.instanceName),
  };
  const toggleDrawer = () => setDrawer(drawer === 'open' ? 'closed' : 'open');
  const onOtherKey = fileKeys({
    copy: () => moving.keep('copy'),
    cut: () => moving.keep('move'),
    paste: () => void moving.paste(),
    undo: () => void undoLast(),
    details: toggleDrawer,
    upload: () => upload.pick(false),
    newFolder: () => {
      if (!upload.refused) dialogs.create();
    },
    star: () => starChosen(shown, offline),
    view: () => setView(view === 'list' ? 'grid' : 'list'),
    transfers: () => transferPanelView.toggle(),
  });

  const nameCell = useNameCell(
    renaming,
    names,
    useCallback(() => setRenaming(null), []),
  );
  const list = {
    entries: (item: Instance) => [
      ...(phone ? [selectEntry(() => onSelection(toggled(selection, item.instanceId)))] : []),
      ...itemEntries(selection.ids.has(item.instanceId) && selected.length > 1 ? selected : [item], offline, actions),
    ],
    spaceEntries: () =>
      spaceEntries(
        {
          upload: upload.pick,
          newFolder: dialogs.create,
          ...(moving.holds() && { paste: () => void moving.paste() }),
        },
        upload.refused,
        filter,
        setFilter,
      ),
    onOpen: openItem,
    onRename: startRename,
    onUp: () => (atTop ? home?.onOpen() : goTo(crumbs.at(-2)?.id ?? null)),
    onOtherKey,
    held,
    selection,
    onSelection,
    keeps,
    currentId: drawer === 'open' && shown.length === 1 ? (shown[0]?.instanceId ?? null) : null,
    targetId: upload.targetId,
  };
  if (open.closed || open.file) return <NoFolder rootName={rootName} {...(home && { home })} open={open} onOpen={goTo} preview={preview} />;
  const askTool = folder && !offline && levelsToAskFor(folder).length > 0 && (
    <AskTool compact={phone} onClick={() => askAccess(folder, title)} />
  );
  const tools = (spaceTools || askTool) && (
    <>
      {spaceTools}
      {askTool}
    </>
  );
  return (
    <>
      <Sheet className={styles.browser}>
        {banner}
        <Breadcrumb crumbs={crumbs} home={home} tools={tools} onOpen={goTo} compact={phone} />
        <FileTools
          filter={filter}
          onFilter={(next) => {
            forget();
            setFilter(next);
          }}
          view={view}
          onView={setView}
          details={drawer === 'open'}
          onDetails={toggleDrawer}
          tree={tree === 'open'}
          onTree={() => setTree(tree === 'open' ? 'closed' : 'open')}
          onUpload={upload.pick}
          onNewFolder={dialogs.create}
          refused={upload.refused}
          phone={phone}
          spaceTools={tools}
        />
        <div className={styles.middle}>
          {tree === 'open' && !phone && (
            <FolderTree
              rootId={rootId}
              rootName={rootName}
              fileSharingId={fileSharingId}
              path={folder?.instancePathIds ?? [rootId]}
              currentId={folderId}
              onOpen={goTo}
            />
          )}
          <div className={styles.main} aria-busy={page.isFetching || undefined}>
            <FileList
              {...list}
              open={open}
              view={view}
              filter={filter}
              onFilter={setFilter}
              name={nameCell}
              renaming={renaming}
              columnChoice={columnChoice}
              onRemove={() => void remove(selected)}
              empty={<EmptyFolder filter={filter} onFilter={setFilter} refused={upload.refused} onUpload={() => upload.pick(false)} />}
            />
            <SelectionBar
              items={selected.length > 1 || (selected.length === 1 && drawer === 'closed') ? selected : []}
              offline={offline}
              onDownload={() => void startDownload(selected)}
              onShare={() => dialogs.share(selected)}
              onCollect={() => void toggleCollected(selected)}
              onPlace={(kind) => dialogs.place(kind, selected)}
              onRemove={() => void remove(selected)}
              onClear={clear}
            />
          </div>
        </div>
        {phone && selected.length === 0 && (
          <div className={styles.phoneBar}>
            <UploadButtons onUpload={upload.pick} onNewFolder={dialogs.create} refused={upload.refused} wide />
          </div>
        )}
        {upload.ways}
      </Sheet>
      {drawer === 'open' && !phone && (
        <DetailsDrawer
          items={shown.length > 0 ? shown : folder && !atTop ? [folder] : []}
          onClose={() => setDrawer('closed')}
          onShare={(item) => dialogs.share([item])}
        />
      )}
      {dialogs.dialogs}
      {preview.overlay}
    </>
  );
}
