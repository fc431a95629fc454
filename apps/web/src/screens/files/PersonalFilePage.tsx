import { useCurrentUser } from '../../api/current-user.ts';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { t } from '../../i18n/index.ts';
import { FileBrowser } from './FileBrowser.tsx';

/** The signed-in person's own files. */
export default function PersonalFilePage() {
  const user = useCurrentUser();
  if (!user)
    return (
      <Sheet aria-busy>
        <TableSkeleton rows={12} phone={false} label={t('common.loading')} />
      </Sheet>
    );
  return <FileBrowser key={user.userId} userId={user.userId} rootId={user.personalRootId} rootName={t('files.title')} />;
}
