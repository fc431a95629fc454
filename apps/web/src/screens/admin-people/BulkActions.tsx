import { Button, Menu } from '@mantine/core';
import { ChevronDown, Snowflake, Sun } from 'lucide-react';
import type { Account, AdminItem } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { MenuEntries } from '../../ui/data-table/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { batchEntries, type PeopleActions } from './people-menu.tsx';

interface BulkActionsProps {
  accounts: readonly Account[];
  held: readonly AdminItem[];
  offline: boolean;
  actions: PeopleActions;
}

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** What can be done with all selected accounts. */
export function BulkActions({ accounts, held, offline, actions }: BulkActionsProps) {
  const frozen = accounts.filter(({ status }) => status === 'frozen');
  const others = accounts.filter(({ status }) => status !== 'frozen' && status !== 'left');
  const size = usePhone() ? 'lg' : 'xs';
  const changes = batchEntries(accounts, held, offline, actions);
  const freezes = held.includes('people.freeze');
  return (
    <>
      {changes.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" size={size} rightSection={<ChevronDown size={14} aria-hidden />}>
              {t('adminPeople.batch')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuEntries entries={changes} />
          </Menu.Dropdown>
        </Menu>
      )}
      {freezes && others.length > 0 && (
        <Button
          variant="default"
          color="red"
          size={size}
          disabled={offline}
          leftSection={<Snowflake {...icon} />}
          onClick={() => actions.freeze(others)}
        >
          {t('adminPeople.freezeN', { n: others.length })}
        </Button>
      )}
      {freezes && frozen.length > 0 && (
        <Button variant="default" size={size} disabled={offline} leftSection={<Sun {...icon} />} onClick={() => actions.thaw(frozen)}>
          {t('adminPeople.thawN', { n: frozen.length })}
        </Button>
      )}
    </>
  );
}
