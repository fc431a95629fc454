import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useState } from 'react';
import type { Group } from '@alcove/contract';
import { formatSize, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { askHandover } from './group-actions.ts';
import { memberPage } from './group-queries.ts';
import styles from './Handover.module.css';
import dialogs from './dialogs.module.css';
import rows from './member-rows.module.css';

/** Chooses the member who becomes the owner. */
export function HandoverDialog({ group, onClose }: { group: Group | null; onClose(): void }) {
  return (
    <Dialog opened={group !== null} onClose={onClose} size={520} title={group && t('groups.handoverTitle', { name: group.groupName })}>
      {group && <Receivers group={group} onClose={onClose} />}
    </Dialog>
  );
}

function Receivers({ group, onClose }: { group: Group; onClose(): void }) {
  const [keyword, setKeyword] = useState('');
  const [asked] = useDebouncedValue(keyword.trim(), 280);
  const { data } = useQuery(memberPage(group.groupId, asked, 1));
  const people = (data?.items ?? []).filter(({ kind, identity }) => kind === 'person' && identity !== 'owner');
  return (
    <>
      <p className={dialogs.hint}>{t('groups.handoverText', { size: formatSize(group.preallocatedSize) })}</p>
      <TextInput
        data-autofocus
        leftSection={<Search size={15} aria-hidden />}
        aria-label={t('groups.findMember')}
        placeholder={t('groups.findMember')}
        value={keyword}
        onChange={(event) => setKeyword(event.currentTarget.value)}
      />
      <div className={styles.receivers} aria-busy={!data || undefined}>
        {people.map((one) => (
          <button
            key={one.id}
            type="button"
            className={styles.receiver}
            onClick={() => void askHandover(group, one).then((done) => done && onClose())}
          >
            <Avatar id={one.id} name={one.name} size={32} />
            <span className={rows.memberText}>
              <span>{one.name}</span>
              <small>{one.departmentPath.join(' / ')}</small>
            </span>
          </button>
        ))}
        {data && people.length === 0 && <p className={rows.none}>{t(asked === '' ? 'groups.noMembers' : 'groups.noneFound')}</p>}
      </div>
    </>
  );
}
