import { ActionIcon, Button } from '@mantine/core';
import { KeyRound, Upload } from 'lucide-react';
import { lazy, Suspense, useCallback, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { failures, previewKindOf, type Instance } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { transferPanelView } from '../../shell/transfer-panel-view.ts';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { cleared, nothing, only, type Selection } from '../../ui/data-table/selection.ts';
import { TableFoot } from '../../ui/data-table/TableFoot.tsx';
import { EmptyState, ErrorState, NothingFound } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { toggleCollected } from '../favourites/favourite-actions.ts';
import { StarMark } from '../favourites/StarMark.tsx';
import { TagChips } from '../tags/TagChips.tsx';
import { accessDialogs } from '../access/access-dialogs.ts';
import { levelsToAskFor } from '../access/access-queries.ts';
import { NoAccess } from '../access/NoAccess.tsx';
import { fromDrop, fromInput, type Chosen } from '../transfer/chosen.ts';
import { SharedMark } from '../sharing/SharedMark.tsx';
import { usePreviewed } from '../preview/use-previewed.ts';
import type { PlaceRequest } from '../moving/PlaceDialog.tsx';
import { dropPlace } from '../moving/drop-place.ts';
import type { PickedFolder } from '../moving/picker-roots.ts';
import { clipboard } from '../moving/clipboard.ts';
import { undoLast } from '../moving/last-undo.ts';
import { placeInto } from '../moving/moving-actions.ts';
import { useRowDrag } from '../moving/use-row-drag.ts';
import { startUpload, type UploadPlace } from '../transfer/start-upload.ts';
import { Breadcrumb } from './Breadcrumb.tsx';
import { DetailsDrawer, DetailsSheet } from './DetailsDrawer.tsx';
import { DropCard } from './DropCard.tsx';
import { removeItems, rename } from './file-actions.ts';
import { fileColumns, phoneRow } from './file-columns.tsx';
import { isFiltered, openFolder } from './file-filter.ts';
import { collectRefusal, fileEntries, may, refusal, type FileDoings } from './file-menu.tsx';
import { FileGrid } from './FileGrid.tsx';
import { FileName } from './FileName.tsx';
import { FileTools, UploadButtons, type View } from './FileTools.tsx';
import { FileAlone } from './FileAlone.tsx';
import { FolderTree } from './FolderTree.tsx';
import { InlineName } from './InlineName.tsx';
import { NewFolderDialog } from './NewFolderDialog.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { SensitivityMark } from './SensitivityMark.tsx';
import { startDownload } from './start-download.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useFileFilter } from './use-file-filter.ts';
import { useFolder } from './use-folder.ts';
import { useRemembered } from './use-remembered.ts';
import styles from './FileBrowser.module.css';

const PreviewOverlay = lazy(() => import('../preview/PreviewOverlay.tsx'));
const ShareDialog = lazy(() => import('../sharing/ShareDialog.tsx'));
const PlaceDialog = lazy(() => import('../moving/PlaceDialog.tsx'));
const idOf = (item: Instance) => item.instanceId;
const nameOf = (item: Instance) => item.instanceName;

export interface FileBrowserProps {
  userId: string;
  /** The top of what is shown: a space's root, or the folder that a share gives. */
  rootId: string;
  rootName: string;
  /** The list that the space was chosen from, as the first step of the way. */
  home?: { name: string; onOpen(): void };
  /** The received share that all of it is reached through. */
  fileSharingId?: string;
  /** Tools of this space beside those of every folder. */
  spaceTools?: ReactNode;
  /** Said of the whole space, above everything in it. */
  banner?: ReactNode;
  /** Where members have permissions of their own on a file or folder: shows them. */
  onPermissions?(item: Instance): void;
}

/** One space's folders and files: tools, list or cards, tree, drawer, and every way to put something in. */
export function FileBrowser({ userId, rootId, rootName, home, fileSharingId, spaceTools, banner, onPermissions }: FileBrowserProps) {
  const [filter, setFilter] = useFileFilter();
  const { folderId, page, folder, folderMissing, items, crumbs, atTop } = useFolder(rootId, rootName, filter, { fileSharingId });
  const [view, setView] = useRemembered<View>('view', userId, ['list', 'grid']);
  const [drawer, setDrawer] = useRemembered('drawer', userId, ['closed', 'open']);
  const [tree, setTree] = useRemembered('tree', userId, ['closed', 'open']);
  const [selection, setSelection] = useState<Selection>(nothing);
  const [renaming, setRenaming] = useState<string | null>(null);
  const [previewed, setPreviewed] = usePreviewed({ items, waits: page.isPending, fileSharingId });
  const [detailed, setDetailed] = useState<Instance | null>(null);
  const [creating, setCreating] = useState(false);
  const [sharing, setSharing] = useState<readonly Instance[]>([]);
  const [placing, setPlacing] = useState<PlaceRequest | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const held = useRef(false);
  const phone = usePhone();
  const offline = !useOnline();
  const failed = (code: 'FILE_NOT_FOUND' | 'NOT_A_FOLDER') =>
    page.error instanceof CallFailed && page.error.errcode === failures[code].errcode;
  const closed = (folderMissing || page.isError) && failed('FILE_NOT_FOUND');
  const title = crumbs.at(-1)?.name ?? rootName;
  usePageTitle(closed ? t('access.closedName') : atTop && !home ? null : title);

  const open = useCallback(
    (id: string | null) => {
      setSelection(nothing);
      setRenaming(null);
      setFilter(openFolder(filter, id === rootId ? null : id));
    },
    [filter, rootId, setFilter],
  );
  const up = () => {
    if (!atTop) open(crumbs.at(-2)?.id ?? null);
    else home?.onOpen();
  };
  const openItem = (item: Instance) => {
    if (item.classifierId === 'Folder') open(item.instanceId);
    else setPreviewed(item);
  };
  const remove = async (chosen: readonly Instance[]) => {
    const refused = refusal(chosen, 'delete', offline);
    if (refused) toast.warning(refused);
    else if (chosen.length === 0) toast.warning(t('files.selectFirst'));
    else if (await removeItems(chosen)) setSelection(cleared(selection));
  };
  const startRename = (item: Instance) => {
    const refused = refusal([item], 'rename', offline);
    if (refused) toast.warning(refused);
    else setRenaming(item.instanceId);
  };
  const askAccess = (item: Instance, name: string) =>
    accessDialogs.ask({ instanceId: item.instanceId, name, levels: levelsToAskFor(item) });
  const doings: FileDoings = {
    open: openItem,
    preview: setPreviewed,
    download: (chosen) => void startDownload(chosen),
    share: setSharing,
    collect: (chosen) => void toggleCollected(chosen),
    place: (kind, chosen) => setPlacing({ kind, items: chosen }),
    rename: startRename,
    details: (item) => {
      if (phone) return setDetailed(item);
      setSelection(only(item.instanceId));
      setDrawer('open');
    },
    remove: (chosen) => void remove(chosen),
    ...(onPermissions && { permissions: onPermissions }),
    askAccess: (item) => askAccess(item, item.instanceName),
  };
  const selected = useMemo(() => items.filter((item) => selection.ids.has(item.instanceId)), [items, selection]);
  const entries = (item: Instance) =>
    fileEntries(selection.ids.has(item.instanceId) && selected.length > 1 ? selected : [item], offline, doings);

  const names = useMemo(() => items.map(nameOf), [items]);
  const onlyTagged = useCallback((tag: string) => setFilter({ ...filter, tag, page: 1 }), [filter, setFilter]);
  const nameCell = useCallback(
    (item: Instance, tags?: ReactNode) =>
      renaming === item.instanceId ? (
        <InlineName
          name={item.instanceName}
          folder={item.classifierId === 'Folder'}
          others={names}
          onSave={(name) => rename(item, name)}
          onClose={() => setRenaming(null)}
        />
      ) : (
        <>
          <FileName name={item.instanceName} drags={!phone} />
          {item.collected && <StarMark />}
          {item.shared && <SharedMark file={item.classifierId === 'File'} />}
          {item.sensitivity === 'high' && <SensitivityMark />}
          {tags}
        </>
      ),
    [renaming, names, phone],
  );
  const columns = useMemo(
    () => fileColumns((item) => nameCell(item, <TagChips tags={item.tags} onPick={onlyTagged} />)),
    [nameCell, onlyTagged],
  );
  const phoneCell = useMemo(() => phoneRow(nameCell), [nameCell]);

  const uploadRefused = offline ? t('files.offlineReason') : folder && !may(folder, 'upload') ? t('files.notPermitted') : undefined;
  const placeOf = (target: Instance | null): UploadPlace => {
    const path = crumbs.map((crumb) => crumb.name);
    return target
      ? {
          parentId: target.instanceId,
          name: target.instanceName,
          instanceType: target.instanceType,
          path: [...path, target.instanceName],
          fileSharingId,
        }
      : { parentId: folderId, name: title, instanceType: folder?.instanceType ?? '1', path, fileSharingId };
  };
  const pick = (wholeFolder: boolean) => {
    if (!input.current || uploadRefused) return;
    input.current.toggleAttribute('webkitdirectory', wholeFolder);
    input.current.click();
  };
  const upload = (chosen: Chosen, target: Instance | null) => void startUpload(chosen, placeOf(target));
  const rowOf = (id: string | null) => items.find((item) => item.instanceId === id && item.classifierId === 'Folder') ?? null;
  const hover = useFileDrop({
    takes: (id) => rowOf(id) !== null,
    onDrop: (transfer, id) => {
      const target = rowOf(id);
      const refused = target ? refusal([target], 'upload', offline) : uploadRefused;
      if (refused) return void toast.warning(refused);
      fromDrop(transfer).then(
        (chosen) => upload(chosen, target),
        () => toast.error(t('transfer.readFailed')),
      );
    },
  });
  const dropTarget = hover ? rowOf(hover.rowId) : null;
  const dropName = dropTarget?.instanceName ?? title;
  const dropRefused = offline
    ? t('files.dropOffline')
    : (dropTarget ?? folder) && !may(dropTarget ?? folder!, 'upload')
      ? t('files.dropRefused', { name: dropName })
      : undefined;

  const moveTo = async (chosen: readonly Instance[], target: PickedFolder) => {
    const refused = refusal(chosen, 'move', offline);
    if (refused) toast.warning(refused);
    else if (await placeInto('move', chosen, target)) setSelection(cleared(selection));
  };
  useRowDrag({
    items: (rowId) => (selection.ids.has(rowId) ? selected : items.filter((item) => item.instanceId === rowId)),
    target: (element) => dropPlace(element, items, rootId, rootName, fileSharingId),
    onDrop: (chosen, target) => void moveTo(chosen, target),
  });
  const paste = async () => {
    const kept = clipboard.read();
    if (!kept) return;
    if (uploadRefused) return void toast.warning(uploadRefused);
    const went = await placeInto(kept.kind, kept.items, {
      instanceId: folderId,
      name: title,
      fileAuth: folder?.fileAuth ?? [],
      fileSharingId,
    });
    if (went && kept.kind === 'move') clipboard.clear();
  };
  const keep = (kind: 'move' | 'copy') => {
    const chosen = selected.length > 0 ? selected : items.filter((item) => item.instanceId === selection.focus);
    if (chosen.length === 0) return;
    const refused = refusal(chosen, kind, offline);
    if (refused) return void toast.warning(refused);
    clipboard.keep({ kind, items: chosen });
    toast({ text: t(kind === 'move' ? 'moving.cut' : 'moving.kept', { n: chosen.length }), tone: 'info' });
  };

  const onOtherKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey) {
      const chords: Record<string, () => void> = { c: () => keep('copy'), x: () => keep('move'), v: () => void paste(), z: undoLast };
      const run = chords[event.key.toLowerCase()];
      if (run) {
        event.preventDefault();
        run();
      }
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const letters: Record<string, () => void> = {
      i: () => setDrawer(drawer === 'open' ? 'closed' : 'open'),
      u: () => pick(false),
      n: () => {
        if (!uploadRefused) setCreating(true);
      },
      s: () => {
        const chosen = shown;
        const refused = collectRefusal(chosen, offline);
        if (refused) toast.warning(refused);
        else if (chosen.length > 0) void toggleCollected(chosen);
      },
      v: () => setView(view === 'list' ? 'grid' : 'list'),
      t: () => transferPanelView.toggle(),
    };
    const run = letters[event.key.toLowerCase()];
    if (run) {
      event.preventDefault();
      run();
    }
  };

  const alone = page.isError && failed('NOT_A_FOLDER') ? folder : undefined;
  const error = <ErrorState error={page.error} onRetry={() => void page.refetch()} />;
  const empty = isFiltered(filter) ? (
    <NothingFound {...(filter.keyword && { query: filter.keyword })} onClear={() => setFilter(openFolder(filter, filter.folder))} />
  ) : filter.page > 1 && page.data && page.data.total > 0 ? (
    <NothingFound onClear={() => setFilter({ ...filter, page: 1 })} />
  ) : (
    <EmptyState
      object="folder"
      title={t('files.emptyTitle')}
      text={t(uploadRefused ? 'files.emptyReadOnly' : phone ? 'files.emptyTextPhone' : 'files.emptyText')}
      action={
        !uploadRefused && (
          <Button variant="default" leftSection={<Upload size={16} strokeWidth={1.75} aria-hidden />} onClick={() => pick(false)}>
            {t('files.uploadFiles')}
          </Button>
        )
      }
    />
  );
  const status = page.isPending ? 'loading' : page.isError && !page.data ? 'error' : 'ready';
  const total = page.data?.total ?? 0;
  const pages = {
    page: filter.page,
    pageSize: filter.pageSize,
    total,
    onPage: (next: number) => setFilter({ ...filter, page: next }),
    onPageSize: (size: number) => setFilter({ ...filter, pageSize: size as typeof filter.pageSize, page: 1 }),
  };
  const folders = items.filter((item) => item.classifierId === 'Folder').length;
  const counts =
    total === items.length ? t('files.pageCounted', { folders, files: items.length - folders }) : t('files.counted', { n: total });
  const shown = selected.length > 0 ? selected : selection.focus ? items.filter((item) => item.instanceId === selection.focus) : [];
  const currentId = drawer === 'open' && shown.length === 1 ? (shown[0]?.instanceId ?? null) : null;
  const previewable = useMemo(() => items.filter((item) => item.classifierId === 'File' && previewKindOf(item.instanceName)), [items]);
  const shared = {
    entries,
    onOpen: openItem,
    onRename: startRename,
    onUp: up,
    onOtherKey,
    held,
    selection,
    onSelection: setSelection,
    currentId,
    targetId: dropTarget?.instanceId ?? null,
  };
  const preview = previewed && (
    <Suspense>
      <PreviewOverlay item={previewed} neighbours={previewable} onItem={setPreviewed} onClose={() => setPreviewed(null)} />
    </Suspense>
  );
  const way = home && atTop ? home : { name: rootName, onOpen: () => open(null) };
  if (closed || alone)
    return (
      <Sheet className={styles.browser}>
        <Breadcrumb
          crumbs={closed ? [...(atTop ? [] : crumbs.slice(0, 1)), { id: folderId, name: t('access.closedName') }] : crumbs}
          home={home}
          onOpen={open}
          compact={phone}
        />
        {alone ? (
          <FileAlone file={alone} onPreview={setPreviewed} up={way} />
        ) : (
          <NoAccess instanceId={folderId} error={page.error} up={way} />
        )}
        {preview}
      </Sheet>
    );
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
        {(!phone || !atTop || home) && <Breadcrumb crumbs={crumbs} home={home} tools={tools} onOpen={open} compact={phone} />}
        <FileTools
          filter={filter}
          onFilter={(next) => {
            setSelection(nothing);
            setFilter(next);
          }}
          view={view}
          onView={setView}
          details={drawer === 'open'}
          onDetails={() => setDrawer(drawer === 'open' ? 'closed' : 'open')}
          tree={tree === 'open'}
          onTree={() => setTree(tree === 'open' ? 'closed' : 'open')}
          onUpload={pick}
          onNewFolder={() => setCreating(true)}
          refused={uploadRefused}
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
              onOpen={open}
            />
          )}
          <div className={styles.main} aria-busy={page.isFetching || undefined}>
            {view === 'grid' && status === 'ready' && items.length > 0 ? (
              <>
                <FileGrid {...shared} items={items} name={nameCell} onRemove={() => void remove(selected)} phone={phone} />
                {!(phone && total <= filter.pageSize) && <TableFoot page={pages} counts={counts} compact={phone} />}
              </>
            ) : (
              <DataTable
                {...shared}
                label={t('files.listLabel')}
                rows={items}
                rowId={idOf}
                rowName={nameOf}
                columns={columns}
                phone={phoneCell}
                selectable
                ownTools
                status={status}
                error={error}
                empty={empty}
                sort={{ field: filter.sortField, order: filter.sortOrder }}
                onSort={(sort) =>
                  setFilter({ ...filter, sortField: sort.field as typeof filter.sortField, sortOrder: sort.order, page: 1 })
                }
                page={pages}
                counts={counts}
                onBulkDelete={(rows) => void remove(rows)}
                version={renaming}
              />
            )}
            <SelectionBar
              items={selected.length > 1 || (selected.length === 1 && drawer === 'closed') ? selected : []}
              offline={offline}
              onDownload={() => void startDownload(selected)}
              onShare={() => setSharing(selected)}
              onCollect={() => void toggleCollected(selected)}
              onPlace={(kind) => setPlacing({ kind, items: selected })}
              onRemove={() => void remove(selected)}
              onClear={() => setSelection(cleared(selection))}
            />
          </div>
        </div>
        {phone && selected.length === 0 && (
          <div className={styles.phoneBar}>
            <UploadButtons onUpload={pick} onNewFolder={() => setCreating(true)} refused={uploadRefused} wide />
          </div>
        )}
        {hover && <DropCard folder={dropName} count={hover.count} refused={dropRefused} />}
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-hidden
          tabIndex={-1}
          onChange={(event) => {
            const { files } = event.currentTarget;
            if (files) upload(fromInput(files), null);
            event.currentTarget.value = '';
          }}
        />
      </Sheet>
      {drawer === 'open' && !phone && (
        <DetailsDrawer
          items={shown.length > 0 ? shown : folder && !atTop ? [folder] : []}
          onClose={() => setDrawer('closed')}
          onShare={(item) => setSharing([item])}
        />
      )}
      <DetailsSheet
        item={phone && detailed ? (items.find((item) => item.instanceId === detailed.instanceId) ?? detailed) : null}
        onClose={() => setDetailed(null)}
        onShare={(item) => setSharing([item])}
      />
      <NewFolderDialog
        opened={creating}
        parentId={folderId}
        fileSharingId={fileSharingId}
        others={names}
        onClose={() => setCreating(false)}
        onCreated={(made) => setSelection(only(made.instanceId))}
      />
      {placing && (
        <Suspense>
          <PlaceDialog {...placing} onClose={() => setPlacing(null)} onPlaced={() => setSelection(cleared(selection))} />
        </Suspense>
      )}
      {sharing.length > 0 && (
        <Suspense>
          <ShareDialog items={sharing} onClose={() => setSharing([])} />
        </Suspense>
      )}
      {preview}
    </>
  );
}

/** Stands where the reader may look but not write. */
function AskTool({ compact, onClick }: { compact: boolean; onClick(): void }) {
  if (compact)
    return (
      <ActionIcon size="xl" aria-label={t('access.askMore')} onClick={onClick}>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button variant="default" leftSection={<KeyRound size={16} strokeWidth={1.75} aria-hidden />} onClick={onClick}>
      {t('access.askMore')}
    </Button>
  );
}
