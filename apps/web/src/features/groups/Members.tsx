import { ActionIcon, Button, TextInput, Tooltip } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ListChecks, Search, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import type { Group, GroupMember } from '@alcove/contract';
import { formatWho, subjectsIn, t } from '../../i18n/index.ts';
import { Pages } from '../../ui/data-table/Pages.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { removeMembers } from './group-actions.ts';
import { memberPage, memberPageSize } from './group-queries.ts';
import { HandoverBanner } from './HandoverBanner.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { manages } from './levels.ts';
import { MemberRow } from './MemberRow.tsx';
import { SpaceBar } from '../../ui/space-bar/SpaceBar.tsx';
import styles from './Members.module.css';
import rows from './member-rows.module.css';
import shared from '../../items/shared.module.css';

const keyOf = ({ kind, id }: GroupMember) => `${kind} ${id}`;

/** The members and their levels; those who manage the group can also invite, change levels and remove. */
export function Members({ group, userId, onClose }: { group: Group; userId: string; onClose(): void }) {
  const [keyword, setKeyword] = useState('');
  const [asked] = useDebouncedValue(keyword.trim(), 280);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(memberPage(group.groupId, asked, page));
  const [picking, setPicking] = useState(false);
  const [picked, setPicked] = useState<ReadonlyMap<string, GroupMember>>(new Map());
  const [inviting, setInviting] = useState(false);
  const may = manages(group);
  const size = usePhone() ? 'xl' : 'md';
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / memberPageSize));
  const stopPicking = () => {
    setPicking(false);
    setPicked(new Map());
  };
  const pick = (member: GroupMember, on: boolean) => {
    const next = new Map(picked);
    if (on) next.set(keyOf(member), member);
    else next.delete(keyOf(member));
    setPicked(next);
  };
  return (
    <div className={styles.members} tabIndex={-1} data-autofocus>
      <header className={styles.membersHead}>
        <h2>
          {t('groups.members')}
          <small>{group.memberCount}</small>
        </h2>
        {may && (
          <>
            <Button
              variant="default"
              size={size === 'xl' ? 'lg' : 'xs'}
              leftSection={<UserPlus size={15} strokeWidth={1.75} aria-hidden />}
              onClick={() => setInviting(true)}
            >
              {t('groups.invite')}
            </Button>
            <Tooltip label={t(picking ? 'groups.selectDone' : 'groups.selectMany')}>
              <ActionIcon
                size={size}
                aria-label={t('groups.selectMany')}
                aria-pressed={picking}
                onClick={() => (picking ? stopPicking() : setPicking(true))}
              >
                <ListChecks size={16} strokeWidth={1.75} aria-hidden />
              </ActionIcon>
            </Tooltip>
          </>
        )}
        <ActionIcon size={size} aria-label={t('groups.closeMembers')} onClick={onClose}>
          <X size={16} strokeWidth={1.75} aria-hidden />
        </ActionIcon>
      </header>
      <div className={styles.membersFind}>
        <TextInput
          size="xs"
          leftSection={<Search size={14} aria-hidden />}
          aria-label={t('groups.findMember')}
          placeholder={t('groups.findMember')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
            setPage(1);
          }}
        />
      </div>
      <HandoverBanner groupId={group.groupId} userId={userId} />
      <div className={styles.memberScroll}>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={6} />)}
        {data?.items.length === 0 && <p className={rows.none}>{t('groups.noneFound')}</p>}
        <ul className={rows.memberList} aria-label={t('groups.members')}>
          {data?.items.map((member) => (
            <MemberRow
              key={keyOf(member)}
              group={group}
              member={member}
              picking={picking}
              picked={picked.has(keyOf(member))}
              onPick={(on) => pick(member, on)}
            />
          ))}
        </ul>
        {pages > 1 && <Pages className={rows.memberPages ?? ''} total={pages} value={page} onChange={setPage} />}
      </div>
      {picking ? (
        <footer className={styles.membersFoot}>
          <span className={shared.grow}>{t('files.selected', { n: picked.size })}</span>
          <Button
            size="xs"
            variant="default"
            color="red"
            disabled={picked.size === 0}
            onClick={() => void removeMembers(group.groupId, [...picked.values()]).then((done) => done && stopPicking())}
          >
            {picked.size === 0 ? t('groups.remove') : t('groups.removePicked', { who: formatWho(subjectsIn([...picked.values()])) })}
          </Button>
        </footer>
      ) : (
        <footer className={styles.membersFoot} data-space>
          <span>{t('groups.groupSpace')}</span>
          <SpaceBar used={group.usedSize} total={group.preallocatedSize} />
        </footer>
      )}
      <InviteDialog group={inviting ? group : null} onClose={() => setInviting(false)} />
    </div>
  );
}
