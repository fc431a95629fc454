import { KeyRound, Pencil, Snowflake, Sun } from 'lucide-react';
import type { Account, AdminItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import type { MenuEntry } from '../../ui/data-table/index.ts';

export interface PeopleActions {
  edit(account: Account): void;
  resetPassword(account: Account): void;
  freeze(accounts: readonly Account[]): void;
  thaw(accounts: readonly Account[]): void;
}

interface Reader {
  userId: string;
  adminItems: readonly AdminItem[];
  offline: boolean;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** The row menu: what the reader's roles name. With several selected, suspending acts on all of them. */
export function peopleEntries(account: Account, chosen: readonly Account[], reader: Reader, actions: PeopleActions): MenuEntry[] {
  const may = (item: AdminItem) => reader.adminItems.includes(item);
  const offline = reader.offline ? t('adminPeople.offline') : undefined;
  const own = chosen.some(({ userId }) => userId === reader.userId) ? t('adminPeople.ownAccount') : undefined;
  const frozen = account.status === 'frozen';
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
    ...(may('people.resetPassword')
      ? [
          {
            id: 'resetPassword',
            label: t('adminPeople.resetPassword'),
            icon: <KeyRound {...icon} />,
            refused: offline ?? (account.userId === reader.userId ? t('adminPeople.ownAccount') : undefined),
            onClick: () => actions.resetPassword(account),
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
  ];
}
