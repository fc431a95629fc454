import { Badge, Button, Menu, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Building2, Search, Undo2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Privilege, PrivilegeEntry } from '@alcove/contract';
import { formatTime, formatWho, subjectsIn, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { Pages } from '../../ui/data-table/Pages.tsx';
import { ErrorState, SkeletonRows } from '../../ui/empty-state/index.ts';
import type { Chosen } from '../people/chosen.ts';
import { PeoplePicker } from '../people/PeoplePicker.tsx';
import { removePrivilege, setPrivileges } from './group-actions.ts';
import { memberPageSize, privilegePage } from './group-queries.ts';
import { LevelMenu } from './LevelMenu.tsx';
import { levelName } from '../../items/level-name.ts';
import { privilegeRoles, privileges } from './levels.ts';
import styles from './PrivilegeDialog.module.css';
import dialogs from './dialogs.module.css';
import rows from './member-rows.module.css';
import shared from '../../items/shared.module.css';

const isPrivilege = (role: string | undefined): role is Privilege => privileges.some((one) => one === role);
/** Each person or department takes a call. */
const mostAtOnce = 50;

export interface PrivilegesOf {
  instanceId: string;
  instanceName: string;
  /** The kind of space that contains the item. */
  space: 'group' | 'department';
  /** The item is the department as a whole: managers are appointed elsewhere. */
  whole?: boolean;
}
const choicesOf = ({ whole = false }: PrivilegesOf): readonly Privilege[] =>
  whole ? privileges.filter((one) => one !== 'manager') : privileges;

/**
 * Everyone's permission on a folder or file of a group or department, or on a department as a whole; shows where each comes from and
 * changes it.
 */
export default function PrivilegeDialog({ item, onClose }: { item: PrivilegesOf | null; onClose(): void }) {
  const [choosing, setChoosing] = useState(false);
  const close = () => {
    setChoosing(false);
    onClose();
  };
  return (
    <Dialog
      opened={item !== null}
      onClose={close}
      size={choosing ? 860 : 560}
      padding={0}
      title={item && t('groups.permissionsOf', { name: item.instanceName })}
    >
      {item &&
        (choosing ? (
          <Choose item={item} onDone={() => setChoosing(false)} />
        ) : (
          <Privileges item={item} onChoose={() => setChoosing(true)} />
        ))}
    </Dialog>
  );
}

function Privileges({ item, onChoose }: { item: PrivilegesOf; onChoose(): void }) {
  const [keyword, setKeyword] = useState('');
  const [asked] = useDebouncedValue(keyword.trim(), 280);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(privilegePage(item.instanceId, asked, page));
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / memberPageSize));
  return (
    <div className={styles.privileges}>
      <p className={dialogs.hint}>{t(item.space === 'group' ? 'groups.permissionsText' : 'groups.departmentText')}</p>
      <div className={styles.privilegeTools}>
        <TextInput
          className={shared.grow ?? ''}
          leftSection={<Search size={15} aria-hidden />}
          aria-label={t('groups.findMember')}
          placeholder={t('groups.findMember')}
          value={keyword}
          onChange={(event) => {
            setKeyword(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Button variant="default" leftSection={<UserPlus size={16} strokeWidth={1.75} aria-hidden />} onClick={onChoose}>
          {t('groups.setFor')}
        </Button>
      </div>
      <div className={styles.privilegeScroll} aria-busy={!data || undefined}>
        {!data && (error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={4} />)}
        {data?.total === 0 && <p className={rows.none}>{t(asked === '' ? 'groups.noMembers' : 'groups.noneFound')}</p>}
        <ul className={rows.memberList} aria-label={t('groups.permissions')}>
          {data?.items.map((entry) => (
            <Entry key={`${entry.kind} ${entry.id}`} item={item} entry={entry} />
          ))}
        </ul>
        {pages > 1 && <Pages className={rows.memberPages ?? ''} total={pages} value={page} onChange={setPage} />}
      </div>
    </div>
  );
}

function fromText({ space }: PrivilegesOf, { from, fromName, fixed, isDefault }: PrivilegeEntry): string {
  if (fixed) return t('groups.fromManagers');
  if (isDefault) return t('groups.fromDefault');
  if (from === 'here') return t('groups.fromHere');
  if (from === 'top') return t(space === 'group' ? 'groups.fromGroup' : 'groups.fromDepartment');
  return fromName === undefined ? t('groups.fromHidden') : t('groups.fromAbove', { name: fromName });
}

function Entry({ item, entry }: { item: PrivilegesOf; entry: PrivilegeEntry }) {
  return (
    <li className={rows.member}>
      {entry.kind === 'person' ? (
        <Avatar id={entry.id} name={entry.name} size={32} />
      ) : (
        <span className={rows.building} aria-hidden>
          <Building2 size={18} strokeWidth={1.75} />
        </span>
      )}
      <span className={rows.memberText}>
        <span className={shared.cut}>{entry.name}</span>
        <small>
          {[entry.departmentPath.join(' / '), entry.endTime && t('groups.until', { when: formatTime(entry.endTime) })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </span>
      <Badge color={entry.from === 'here' ? 'pine' : 'gray'} className={styles.from ?? ''}>
        {fromText(item, entry)}
      </Badge>
      {entry.fixed ? (
        <span className={rows.levelPlain}>{levelName(entry.privilege)}</span>
      ) : (
        <LevelMenu
          label={t('groups.levelOf', { name: entry.name, level: levelName(entry.privilege) })}
          value={entry.privilege}
          choices={choicesOf(item)}
          onLevel={(role) => void setPrivileges(item, [{ kind: entry.kind, id: entry.id, role }])}
        >
          {entry.from === 'here' && entry.privilege !== 'defaultRole' && (
            <>
              <Menu.Divider />
              <Menu.Item leftSection={<Undo2 size={16} strokeWidth={1.75} aria-hidden />} onClick={() => void removePrivilege(item, entry)}>
                {t(entry.isDefault ? 'groups.inheritDefault' : 'groups.inherit')}
              </Menu.Item>
            </>
          )}
        </LevelMenu>
      )}
    </li>
  );
}

/** Sets permissions for people without a row: those who are in only through a department. */
function Choose({ item, onDone }: { item: PrivilegesOf; onDone(): void }) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    setBusy(true);
    const named = chosen.flatMap(({ kind, id, role }) => (isPrivilege(role) ? [{ kind, id, role }] : []));
    if (await setPrivileges(item, named)) onDone();
    else setBusy(false);
  };
  return (
    <>
      <PeoplePicker value={chosen} onChange={setChosen} roles={privilegeRoles(choicesOf(item))} max={mostAtOnce} />
      <footer className={dialogs.dialogFoot}>
        <Button variant="default" onClick={onDone}>
          {t('common.back')}
        </Button>
        <Button disabled={chosen.length === 0} loading={busy} onClick={() => void submit()}>
          {chosen.length === 0 ? t('common.save') : t('groups.setForDone', { who: formatWho(subjectsIn(chosen)) })}
        </Button>
      </footer>
    </>
  );
}
