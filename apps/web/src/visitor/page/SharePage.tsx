import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { itemsOfLink, limits, type LinkContent, type LinkInstance } from '@alcove/contract';
import { failureMessage } from '../../api/call-failed.ts';
import { t } from '../../i18n/index.ts';
import { useStore } from '../../ui/store.ts';
import { PartBoundary } from '../../ui/part-boundary/PartBoundary.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { usePhone } from '../../ui/use-media.ts';
import { none, withAll, type Chosen } from '../list/choosing.ts';
import { listOf } from '../list/folder-list.ts';
import { Listing, SkeletonRow } from '../list/Listing.tsx';
import { isFolder, previewRefusal } from '../list/refusals.ts';
import { remember, stepsAbove, trailTo } from '../list/trail.ts';
import { usePageKeys } from '../list/use-list-keys.ts';
import { go, leavePreview, usePlace } from '../link/place.ts';
import { signInAddress } from '../link/sign-in.ts';
import { readAgain } from '../link/visit.ts';
import { Button } from '../ui/Button.tsx';
import { State } from '../ui/State.tsx';
import { PhoneBar, SelectionBar } from './Bars.tsx';
import { download, downloadZip, failureText } from '../actions/download.ts';
import { Head } from '../frame/Head.tsx';
import { Heading } from './Heading.tsx';
import { OfflineNote } from '../frame/OfflineNote.tsx';
import { OwnNote } from '../frame/OwnNote.tsx';
import { Tools } from './Tools.tsx';
import { useSearch } from './use-search.ts';
import { useTitle } from '../frame/use-title.ts';
import { useView } from './use-view.ts';
import styles from './SharePage.module.css';

const loadPreview = () => import('../preview/SharePreview.tsx');
const SharePreview = lazy(loadPreview);
const AddTools = lazy(() => import('../upload/AddTools.tsx'));
const VersionTool = lazy(() => import('../upload/VersionTool.tsx'));
const SaveDialog = lazy(() => import('../save/SaveDialog.tsx'));
const QrDialog = lazy(() => import('./QrDialog.tsx'));

/** An open share: its list, or its one file. */
export function SharePage({ content }: { content: LinkContent }) {
  const place = usePlace();
  const phone = usePhone();
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [view, setView] = useView();
  const [typed, type] = useSearch();
  const [selection, setSelection] = useState<{ of: string; chosen: Chosen }>({ of: '', chosen: none });
  const [selecting, setSelecting] = useState(false);
  const [saving, setSaving] = useState<readonly LinkInstance[] | null>(null);
  const [qr, setQr] = useState(false);
  const { root } = content;
  const file = root.classifierId === 'File';
  const mayDownload = itemsOfLink(content.permissions).includes('download');
  const mayUpload = itemsOfLink(content.permissions).includes('upload');
  const mayAdd = !file && mayUpload;

  const searching = place.keyword !== '';
  const list = listOf({ ...place, folder: searching ? null : place.folder });
  const rows = useStore(list);
  useEffect(() => list.want(0, 1), [list]);
  // A selection belongs to what it was made in.
  const here = `${place.folder ?? ''} ${place.keyword}`;
  const chosen = selection.of === here ? selection.chosen : none;
  const latest = useRef(here);
  useEffect(() => void (latest.current = here));
  const choose = (change: (chosen: Chosen) => Chosen): void => {
    // The place may have been left while rows were loaded.
    if (latest.current === here) setSelection((now) => ({ of: here, chosen: change(now.of === here ? now.chosen : none) }));
  };
  const clear = (): void => {
    setSelecting(false);
    choose(() => none);
  };
  const [first] = rows.known;
  const trail = searching || place.folder === null ? [] : first ? stepsAbove(first) : trailTo(place.folder, root.instanceId);
  useTitle(trail.at(-1)?.name ?? content.name);

  const open = (item: LinkInstance): void => {
    if (isFolder(item)) {
      remember(item);
      go({ folder: item.instanceId === root.instanceId ? null : item.instanceId, keyword: '', preview: null });
      return;
    }
    const refused = previewRefusal(item);
    if (refused !== undefined) return void toast.warning(refused);
    go({ preview: item.instanceId });
  };
  const all = async (): Promise<void> => {
    if (rows.total !== null && chosen.size >= rows.total && chosen.size > 0) return choose(() => none);
    if (rows.total === null) return;
    try {
      let [items, total]: [LinkInstance[], number] = [[], -1];
      // Of a folder of many items it is counted on the way how many there are.
      for (let now = rows.total; now !== total; now = list.read().total ?? 0) {
        total = now;
        if (list.read().counted > limits.downloadItems)
          return void toast.warning(t('files.tooManyToDownload', { limit: limits.downloadItems }));
        items = await list.range(0, total);
      }
      choose((now) => withAll(now, items));
    } catch (error) {
      toast.error(failureText(error));
    }
  };
  const replaced = useCallback(() => {
    list.refresh();
    void readAgain();
  }, [list]);
  const picked = file ? [root] : [...chosen.values()];
  const save = (items: readonly LinkInstance[]): void => {
    if (!content.canSave) return location.assign(signInAddress());
    setSaving(items);
  };
  const up = (): void => {
    if (searching) type('');
    else if (trail.length > 0) go({ folder: trail.at(-2)?.instanceId ?? null });
  };
  usePageKeys({
    Backspace: up,
    'Alt ArrowUp': up,
    Escape: clear,
    '/': () => field.current?.focus(),
    v: () => setView(view === 'list' ? 'grid' : 'list'),
    ...(mayDownload && !file && { 'Ctrl a': () => void all() }),
  });
  useEffect(() => {
    // If this fails, opening a preview fails and says so.
    const timer = setTimeout(() => void loadPreview().catch(() => {}), 2500);
    return () => clearTimeout(timer);
  }, []);
  const placeOf = useCallback(
    (item: LinkInstance) => (searching ? t('visitor.foundIn', { place: item.parentNames.join(' / ') }) : undefined),
    [searching],
  );
  const counted =
    rows.total === null
      ? ''
      : searching
        ? t(rows.more ? 'visitor.foundMore' : 'visitor.found', { n: rows.total })
        : t(rows.more ? 'visitor.countedMore' : 'visitor.counted', { n: rows.counted });
  const actions = {
    chosen,
    onDownload: () => void download(picked),
    onZip: () => void downloadZip(picked),
    onSave: mayDownload ? () => save(picked.length === 0 ? [root] : picked) : undefined,
    onClear: clear,
  };
  const listed = rows.total !== null && rows.total > 0;
  return (
    <div className={styles.page}>
      <div ref={scroller} className={styles.scroller}>
        <Head person={content.canSave} />
        <OfflineNote />
        <OwnNote of={content.ownPreview} />
        <main className={styles.column}>
          <Heading
            content={content}
            phone={phone}
            chosen={chosen.size}
            onDownload={mayDownload ? actions.onDownload : undefined}
            onSave={actions.onSave}
            add={
              file &&
              mayUpload && (
                <PartBoundary>
                  <Suspense>
                    <VersionTool content={content} phone={phone} onArrived={replaced} />
                  </Suspense>
                </PartBoundary>
              )
            }
          />
          <section className={styles.sheet} aria-label={content.name} data-chosen={chosen.size > 0 || undefined}>
            {!file && (
              <Tools
                content={content}
                place={place}
                trail={trail}
                counted={counted}
                phone={phone}
                view={view}
                typed={typed}
                field={field}
                onType={type}
                onView={setView}
                onQr={() => setQr(true)}
                add={
                  mayAdd && (
                    <PartBoundary>
                      <Suspense>
                        <AddTools content={content} folderId={place.folder ?? root.instanceId} phone={phone} onArrived={list.refresh} />
                      </Suspense>
                    </PartBoundary>
                  )
                }
              />
            )}
            {rows.error !== null && !listed ? (
              <State
                object="tile"
                role="alert"
                title={t('common.couldNotLoad')}
                text={failureMessage(rows.error, t('errors.unknown'))}
                error={rows.error}
                actions={<Button onClick={list.retry}>{t('common.retry')}</Button>}
              />
            ) : rows.total === null ? (
              <Waiting phone={phone} />
            ) : listed ? (
              <Listing
                key={`${here} ${view}`}
                list={list}
                rows={rows}
                place={place}
                view={file ? 'list' : view}
                phone={phone}
                boxes={selecting || chosen.size > 0}
                scroller={scroller}
                chosen={chosen}
                onChosen={choose}
                onAll={() => void all()}
                onOpen={open}
                onDownload={(item) => void download([item])}
                onSave={mayDownload ? (item) => save([item]) : undefined}
                placeOf={placeOf}
              />
            ) : searching ? (
              <State
                object="lens"
                role="status"
                title={t('common.nothingFoundFor', { query: place.keyword })}
                actions={<Button onClick={() => type('')}>{t('visitor.clearSearch')}</Button>}
              />
            ) : (
              <State
                object="folder"
                title={t('visitor.emptyTitle')}
                text={t(mayAdd && !phone ? 'visitor.emptyAdd' : 'visitor.emptyText')}
              />
            )}
          </section>
        </main>
      </div>
      {mayDownload && phone && (
        <PhoneBar
          {...actions}
          file={file}
          selecting={!file && (selecting || chosen.size > 0)}
          onSelecting={() => setSelecting(true)}
          onAll={() => void all()}
        />
      )}
      {mayDownload && !phone && !file && chosen.size > 0 && <SelectionBar {...actions} />}
      <PartBoundary>
        <Suspense>
          {place.preview !== null && (
            <SharePreview
              content={content}
              id={place.preview}
              list={list}
              rows={rows}
              onItem={(id) => go({ preview: id }, { replace: true })}
              onClose={leavePreview}
            />
          )}
          {saving && <SaveDialog items={saving} onClose={() => setSaving(null)} onSaved={clear} />}
          {qr && <QrDialog onClose={() => setQr(false)} />}
        </Suspense>
      </PartBoundary>
    </div>
  );
}

/** Rows in their final form, until the first have arrived. */
function Waiting({ phone }: { phone: boolean }) {
  return (
    <div className={styles.waiting} role="status" aria-label={t('common.loading')}>
      {Array.from({ length: 8 }, (_, at) => (
        <div key={at} style={{ height: phone ? 60 : 52, opacity: 1 - at / 9 }}>
          <SkeletonRow />
        </div>
      ))}
    </div>
  );
}
