import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { previewKindOf, type ShareItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { ErrorState, StateView } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { FileBrowser } from '../files/FileBrowser.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { openShareIn, readShareFilter, writeShareFilter } from './share-filter.ts';
import { ShareList } from './ShareList.tsx';
import { PreviewHost } from '../../features/preview/PreviewHost.tsx';
import { oneShare } from '../../features/sharing/sharing-queries.ts';

const ShareDialog = lazy(() => import('../../features/sharing/ShareDialog.tsx'));

/** Internal sharing: both lists, and the share opened from them. The address names it, so that reload and back restore it. */
export default function SharePage() {
  const [address, setAddress] = useSearchParams();
  const filter = useMemo(() => readShareFilter(address), [address]);
  const [changed, setChanged] = useState<ShareItem | null>(null);
  // The list's state before a share was opened.
  const [list, setList] = useState<URLSearchParams | null>(null);
  const open = openShareIn(address);
  const share = useQuery({ ...oneShare(filter.side, open ?? ''), enabled: open !== null });
  const close = () => setAddress(list ?? writeShareFilter({ ...filter, page: 1, keyword: '', sortField: 'createTime', sortOrder: 'desc' }));
  const openOne = (one: ShareItem) => {
    const { instance } = one;
    if (instance.classifierId === 'File' && !previewKindOf(instance.instanceName)) return void toast.warning(t('preview.unsupported'));
    setList(address);
    setAddress({ ...(filter.side === 'initiated' && { tab: filter.side }), share: one.fileSharingId });
  };
  const opened = share.data ?? null;
  const isFile = opened?.instance.classifierId === 'File';
  if (open !== null && !isFile)
    return (
      <Opened
        share={opened}
        waits={share.isPending}
        error={share.data === undefined ? share.error : null}
        onClose={close}
        onRetry={() => void share.refetch()}
      />
    );
  return (
    <>
      <ShareList
        filter={open !== null && list ? readShareFilter(list) : filter}
        onFilter={(next) => setAddress(writeShareFilter(next), { replace: next.page === filter.page && next.side === filter.side })}
        onOpen={openOne}
        onChange={setChanged}
      />
      {changed && (
        <Suspense>
          <ShareDialog
            items={[changed.instance]}
            {...(filter.side === 'received' && { manages: changed.fileSharingId })}
            onClose={() => setChanged(null)}
          />
        </Suspense>
      )}
      {opened && isFile && open !== null && (
        <PreviewHost item={opened.instance} neighbours={[opened.instance]} onItem={() => {}} onClose={close} />
      )}
    </>
  );
}

interface OpenedProps {
  share: ShareItem | null;
  waits: boolean;
  error: Error | null;
  onClose(): void;
  onRetry(): void;
}

/** The folder of a share; its breadcrumb starts with the list. */
function Opened({ share, waits, error, onClose, onRetry }: OpenedProps) {
  const user = useCurrentUser();
  usePageTitle(share ? null : t('sharing.title'));
  if (!share || !user)
    return (
      <Sheet aria-busy={waits || undefined}>
        {error ? (
          <ErrorState error={error} onRetry={onRetry} />
        ) : waits ? (
          <TableSkeleton rows={12} phone={false} label={t('common.loading')} />
        ) : (
          <StateView
            object="tile"
            title={t('sharing.endedTitle')}
            text={t('sharing.endedText')}
            actions={
              <Button variant="default" onClick={onClose}>
                {t('sharing.backTo', { name: t('sharing.title') })}
              </Button>
            }
          />
        )}
      </Sheet>
    );
  const { instance } = share;
  return (
    <FileBrowser
      key={share.fileSharingId}
      userId={user.userId}
      rootId={instance.instanceId}
      rootName={instance.instanceName}
      home={{ name: t('sharing.title'), onOpen: onClose }}
      {...(share.role !== 'owner' && { fileSharingId: share.fileSharingId })}
    />
  );
}
