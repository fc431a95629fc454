import { Button, Drawer } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { failures, type Group, type Instance } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { TableSkeleton } from '../../ui/data-table/TableSkeleton.tsx';
import { ErrorState, NoPermission } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import { useNarrow, usePhone } from '../../ui/use-media.ts';
import { FileBrowser } from '../files/FileBrowser.tsx';
import { useCurrentUser } from '../../api/current-user.ts';
import { cancelDissolution } from '../../features/groups/group-actions.ts';
import { groupDetail } from '../../features/groups/group-queries.ts';
import { GroupMenu } from './GroupTools.tsx';
import { Members } from '../../features/groups/Members.tsx';
import PrivilegeDialog from '../../features/groups/PrivilegeDialog.tsx';
import styles from './GroupSpace.module.css';

/** The files of one group, with its members in a panel. A person who loses access to the group sees that it is gone. */
export function GroupSpace() {
  const { groupId = '' } = useParams();
  const user = useCurrentUser();
  const navigate = useNavigate();
  const group = useQuery(groupDetail(groupId));
  if (group.error) {
    const codes: number[] = [failures.GROUP_NOT_FOUND.errcode, failures.BAD_REQUEST.errcode];
    const gone = group.error instanceof CallFailed && codes.includes(group.error.errcode);
    // A failed refetch keeps what is shown; only a group that is gone replaces it.
    if (gone || !group.data)
      return (
        <Sheet>
          {gone ? (
            <NoPermission
              title={t('groups.goneTitle')}
              text={t('groups.goneText')}
              actions={
                <Button variant="default" onClick={() => void navigate('/groupFile')}>
                  {t('groups.backToGroups')}
                </Button>
              }
            />
          ) : (
            <ErrorState error={group.error} onRetry={() => void group.refetch()} />
          )}
        </Sheet>
      );
  }
  if (!user || !group.data)
    return (
      <Sheet aria-busy>
        <TableSkeleton rows={12} phone={false} label={t('common.loading')} />
      </Sheet>
    );
  return <Space key={groupId} userId={user.userId} group={group.data} />;
}

function Space({ userId, group }: { userId: string; group: Group }) {
  const navigate = useNavigate();
  const [address, setAddress] = useSearchParams();
  const [restricted, setRestricted] = useState<Instance | null>(null);
  const phone = usePhone();
  const narrow = useNarrow();
  const shown = address.get('members') === '1';
  const show = (on: boolean) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (on) next.set('members', '1');
        else next.delete('members');
        return next;
      },
      { replace: true },
    );
  const count = t('groups.membersCount', { n: group.memberCount });
  const tools = (
    <>
      <Button
        variant="default"
        size={phone ? 'lg' : 'xs'}
        leftSection={<Users size={16} strokeWidth={1.75} aria-hidden />}
        aria-pressed={shown}
        aria-label={count}
        onClick={() => show(!shown)}
      >
        {phone ? group.memberCount : count}
      </Button>
      <GroupMenu group={group} />
    </>
  );
  return (
    <>
      <FileBrowser
        userId={userId}
        rootId={group.groupId}
        rootName={group.groupName}
        home={{ name: t('groups.title'), onOpen: () => void navigate('/groupFile') }}
        spaceTools={tools}
        closeBeside={shown && !narrow ? () => show(false) : undefined}
        banner={group.dissolveTime !== null && <Ending group={group} until={group.dissolveTime} />}
        onPermissions={setRestricted}
      />
      {narrow ? (
        <Drawer.Root
          opened={shown}
          onClose={() => show(false)}
          position={phone ? 'bottom' : 'right'}
          size={phone ? '92%' : 400}
          {...(phone && { offset: 0 })}
          padding={0}
        >
          <Drawer.Overlay />
          <Drawer.Content aria-label={t('groups.membersOf', { name: group.groupName })}>
            <Drawer.Body className={styles.membersBody}>
              <Members group={group} userId={userId} onClose={() => show(false)} />
            </Drawer.Body>
          </Drawer.Content>
        </Drawer.Root>
      ) : (
        shown && (
          <Sheet aside aria-label={t('groups.membersOf', { name: group.groupName })}>
            <Members group={group} userId={userId} onClose={() => show(false)} />
          </Sheet>
        )
      )}
      <PrivilegeDialog item={restricted && { ...restricted, space: 'group' }} onClose={() => setRestricted(null)} />
    </>
  );
}

function Ending({ group, until }: { group: Group; until: string }) {
  return (
    <div className={styles.ending} role="status">
      <span>{t('groups.dissolvingUntil', { time: formatTime(until) })}</span>
      {group.identity === 'owner' && (
        <Button size="xs" variant="default" onClick={() => void cancelDissolution(group)}>
          {t('groups.cancelDissolution')}
        </Button>
      )}
    </div>
  );
}
