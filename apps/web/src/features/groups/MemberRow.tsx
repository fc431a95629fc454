import { Badge, Checkbox, Menu } from '@mantine/core';
import { ArrowLeftRight, Building2, Crown, UserMinus } from 'lucide-react';
import type { Group, GroupMember } from '@alcove/contract';
import { formatFullTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { askHandover, removeMembers, setLevel } from './group-actions.ts';
import { LevelMenu } from './LevelMenu.tsx';
import { levelName } from '../../items/level-name.ts';
import { levels, manages } from './levels.ts';
import rows from './member-rows.module.css';
import shared from '../../items/shared.module.css';

interface MemberRowProps {
  group: Group;
  member: GroupMember;
  picking: boolean;
  picked: boolean;
  onPick(on: boolean): void;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The owner's row is fixed; those who manage the group can change the others. */
export function MemberRow({ group, member, picking, picked, onPick }: MemberRowProps) {
  const changeable = manages(group) && member.identity !== 'owner';
  const day = formatFullTime(member.joinTime).slice(0, 10);
  const place = member.kind === 'department' ? t('common.people', { n: member.people ?? 0 }) : member.departmentPath.join(' / ');
  return (
    <li className={rows.member}>
      {picking && (
        <Checkbox
          checked={picked}
          disabled={!changeable}
          aria-label={t('groups.selectMember', { name: member.name })}
          onChange={(event) => onPick(event.currentTarget.checked)}
        />
      )}
      {member.kind === 'person' ? (
        <Avatar id={member.id} name={member.name} size={32} />
      ) : (
        <span className={rows.building} aria-hidden>
          <Building2 size={18} strokeWidth={1.75} />
        </span>
      )}
      <span className={rows.memberText}>
        <span className={rows.memberName}>
          <span className={shared.cut} title={[...member.departmentPath, member.name].join(' / ')}>
            {member.name}
          </span>
          {member.identity === 'owner' && (
            <Badge color="pine" leftSection={<Crown size={12} aria-hidden />}>
              {t('groups.owner')}
            </Badge>
          )}
          {member.identity === 'administrator' && <Badge>{t('groups.administrator')}</Badge>}
        </span>
        <small title={formatFullTime(member.joinTime)}>{place === '' ? day : t('groups.joined', { path: place, date: day })}</small>
      </span>
      {changeable && !picking ? (
        <LevelMenu
          label={t('groups.levelOf', { name: member.name, level: levelName(member.level) })}
          value={member.level}
          choices={levels}
          onLevel={(level) => void setLevel(group.groupId, member, level)}
        >
          <Menu.Divider />
          {group.identity === 'owner' && member.kind === 'person' && (
            <Menu.Item leftSection={<ArrowLeftRight {...icon} />} onClick={() => void askHandover(group, member)}>
              {t('groups.handoverTo')}
            </Menu.Item>
          )}
          <Menu.Item color="red" leftSection={<UserMinus {...icon} />} onClick={() => void removeMembers(group.groupId, [member])}>
            {t('groups.remove')}
          </Menu.Item>
        </LevelMenu>
      ) : (
        <span className={rows.levelPlain}>{levelName(member.level)}</span>
      )}
    </li>
  );
}
