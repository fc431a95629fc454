import {
  Building2,
  CalendarClock,
  Gauge,
  HardDrive,
  KeyRound,
  MonitorSmartphone,
  ShieldOff,
  Pencil,
  ShieldCheck,
  Snowflake,
  Sun,
  UserX,
} from 'lucide-react';
import type { Account, AdminItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import type { BatchKind } from './BatchDialog.tsx';

export interface PeopleActions {
  edit(account: Account): void;
  resetPassword(account: Account): void;
  removeFactors(account: Account): void;
  freeze(accounts: readonly Account[]): void;
  thaw(accounts: readonly Account[]): void;
  sessions(account: Account): void;
  offboard(account: Account): void;
  change(kind: BatchKind, accounts: readonly Account[]): void;
}

interface Reader {
  userId: string;
  adminItems: readonly AdminItem[];
  offline: boolean;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

const batches = [
  ['department', 'adminPeople.toDepartment', Building2],
  ['roles', 'adminPeople.setRoles', ShieldCheck],
  ['quota', 'adminPeople.setQuota', HardDrive],
  ['speed', 'adminPeople.setSpeed', Gauge],
  ['validity', 'adminPeople.setValidity', CalendarClock],
] as const;

/** The changes that can be made to several accounts at once. */
export function batchEntries(
  accounts: readonly Account[],
  held: readonly AdminItem[],
  offline: boolean,
  { change }: PeopleActions,
): MenuEntry[] {
  if (!held.includes('people.edit')) return [];
  return batches
    .filter(([kind]) => kind !== 'roles' || (held.includes('roles.assign') && held.includes('roles.view')))
    .map(([kind, label, Icon]) => ({
      id: kind,
      label: t(label),
      icon: <Icon {...icon} />,
      refused: offline ? t('adminPeople.offline') : undefined,
      onClick: () => change(kind, accounts),
    }));
}

/** The row menu: what the reader's roles name. With several selected, suspending acts on all of them. */
export function peopleEntries(account: Account, chosen: readonly Account[], reader: Reader, actions: PeopleActions): MenuEntry[] {
  const may = (item: AdminItem) => reader.adminItems.includes(item);
  const offline = reader.offline ? t('adminPeople.offline') : undefined;
  const own = chosen.some(({ userId }) => userId === reader.userId) ? t('adminPeople.ownAccount') : undefined;
  const frozen = account.status === 'frozen';
  const offboard: MenuEntry[] =
    may('people.offboard') && chosen.length === 1
      ? [
          {
            id: 'offboard',
            label: t(account.status === 'left' ? 'adminOffboard.reportMenu' : 'adminOffboard.menu'),
            icon: <UserX {...icon} />,
            danger: account.status !== 'left',
            refused: offline ?? own,
            onClick: () => actions.offboard(account),
          },
        ]
      : [];
  // Nothing can be done with an account that is closed for good.
  if (chosen.some(({ status }) => status === 'left')) return offboard;
  return [
    ...(may('people.edit')
      ? [
          {
            id: 'edit',
            label: t('adminPeople.edit'),
            icon: <Pencil {...icon} />,
            keys: 'Enter',
            quick: true,
            onClick: () => actions.edit(account),
          },
        ]
      : []),
    ...(chosen.length > 1 || !may('people.edit') ? batchEntries(chosen, reader.adminItems, reader.offline, actions) : []),
    ...(chosen.length === 1 && may('people.edit')
      ? batchEntries(chosen, reader.adminItems, reader.offline, actions).filter(({ id }) => id === 'department')
      : []),
    ...(may('people.resetPassword')
      ? [
          {
            id: 'resetPassword',
            label: t('adminPeople.resetPassword'),
            icon: <KeyRound {...icon} />,
            refused: offline ?? (account.userId === reader.userId ? t('adminPeople.ownAccount') : undefined),
            onClick: () => actions.resetPassword(account),
          },
          {
            id: 'removeFactors',
            label: t('adminPeople.removeFactors'),
            icon: <ShieldOff {...icon} />,
            refused: offline ?? (account.userId === reader.userId ? t('adminPeople.ownAccount') : undefined),
            onClick: () => actions.removeFactors(account),
          },
        ]
      : []),
    ...(may('people.sessions') && chosen.length === 1
      ? [
          {
            id: 'sessions',
            label: t('adminPeople.sessions'),
            icon: <MonitorSmartphone {...icon} />,
            refused: offline,
            onClick: () => actions.sessions(account),
          },
        ]
      : []),
    ...(may('people.freeze')
      ? [
          {
            id: 'freeze',
            label: t(frozen ? 'adminPeople.thaw' : 'adminPeople.freeze'),
            icon: frozen ? <Sun {...icon} /> : <Snowflake {...icon} />,
            danger: !frozen,
            divided: true,
            refused: offline ?? own,
            onClick: () => (frozen ? actions.thaw(chosen) : actions.freeze(chosen)),
          },
        ]
      : []),
    ...offboard,
  ];
}
