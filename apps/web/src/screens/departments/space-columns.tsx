import { Badge, Tooltip } from '@mantine/core';
import { levelHeld, type DepartmentManager, type DepartmentSpace } from '@alcove/contract';
import { fileRoles } from '../../api/current-user.ts';
import { formatSize, roomUsed, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { levelName } from '../../items/level-name.ts';
import { wholePath } from '../../features/people/ChoiceFace.tsx';
import { endedText } from './ended-text.ts';
import styles from './SpaceList.module.css';

const shownManagers = 3;

export function EndedBadge({ ended }: { ended: NonNullable<DepartmentSpace['ended']> }) {
  const text = endedText(ended);
  return (
    <Tooltip label={text} multiline w={280}>
      {/* Screen readers get the full text; the tooltip only shows it. */}
      <Badge color="yellow" aria-label={`${t('departments.ended')}: ${text}`} role="note">
        {t('departments.ended')}
      </Badge>
    </Tooltip>
  );
}

function SpaceName({ space }: { space: DepartmentSpace }) {
  return (
    <span className={styles.spaceName}>
      <span className={styles.cut} title={space.name}>
        {space.name}
      </span>
      {space.own && <Badge color="pine">{t('departments.ownDepartment')}</Badge>}
      {space.ended && <EndedBadge ended={space.ended} />}
    </span>
  );
}

const usedOf = ({ usedSize, totalSize }: DepartmentSpace): string =>
  totalSize === null ? formatSize(usedSize) : t('departments.usedOf', roomUsed(usedSize, totalSize));

function Managers({ managers }: { managers: readonly DepartmentManager[] }) {
  const [first] = managers;
  if (!first) return <span className={styles.quiet}>{t('departments.noManagers')}</span>;
  const names = managers.map((one) => one.name).join(t('common.comma'));
  return (
    <span className={styles.managers} title={names}>
      <span className={styles.faces}>
        {managers.slice(0, shownManagers).map((one) => (
          <Avatar key={one.userId} id={one.userId} name={one.name} size={20} />
        ))}
      </span>
      <span className={styles.cut}>
        {managers.length > 2 ? t('departments.managersMore', { name: first.name, count: managers.length }) : names}
      </span>
    </span>
  );
}

export const spaceColumns = (): Column<DepartmentSpace>[] => [
  {
    id: 'name',
    title: t('departments.space'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: (space) => (
      <>
        <FileIcon kind="folderDept" />
        <SpaceName space={space} />
      </>
    ),
  },
  {
    id: 'path',
    title: t('departments.spacePath'),
    width: '200px',
    needs: 860,
    cell: (space) => (
      <span className={styles.cut} title={wholePath(space.path)}>
        {wholePath(space.path) || '—'}
      </span>
    ),
  },
  {
    id: 'managers',
    title: t('departments.managers'),
    width: '188px',
    needs: 640,
    cell: ({ managers }) => <Managers managers={managers} />,
  },
  {
    id: 'permission',
    title: t('departments.permission'),
    width: '120px',
    needs: 460,
    cell: ({ fileAuth }) => levelName(levelHeld(fileRoles(), fileAuth)),
  },
  { id: 'used', title: t('departments.used'), width: '152px', align: 'end', needs: 520, cell: usedOf },
];

export const spaceRow = (space: DepartmentSpace): PhoneRow => ({
  icon: <FileIcon kind="folderDept" size={34} />,
  name: <SpaceName space={space} />,
  facts: [wholePath(space.path), levelName(levelHeld(fileRoles(), space.fileAuth)), usedOf(space)].filter(Boolean).join(' · '),
});
