import { useQuery } from '@tanstack/react-query';
import { Eye, Pencil } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ConfigurationItem, ServiceConfigCode } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { t } from '../../i18n/index.ts';
import { Chip } from '../../ui/chip/Chip.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import type { MenuEntry } from '../../ui/data-table/index.ts';
import { EmptyState } from '../../ui/empty-state/index.ts';
import { ItemListScreen } from '../../ui/list-screen/ItemListScreen.tsx';
import { useItemList } from '../../ui/list-screen/use-item-list.ts';
import { useListAddress } from '../../ui/list-screen/use-list-address.ts';
import { useNarrow } from '../../ui/use-media.ts';
import { configurationColumns, configurationPhoneRow } from './configuration-columns.tsx';
import { countsOf, pageOfSettings, readConfigurationFilter, writeConfigurationFilter } from './configuration-filter.ts';
import { configurationItems } from './configuration-queries.ts';
import { GroupPane } from './GroupPane.tsx';
import { settingGroups, type SettingGroup } from './setting-kinds.ts';
import { settingName } from './setting-words.ts';
import { SettingDrawer } from './SettingDrawer.tsx';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const idOf = ({ code }: ConfigurationItem) => code;
const nameOf = ({ code }: ConfigurationItem) => settingName(code);
const inAddress = { read: readConfigurationFilter, write: writeConfigurationFilter };

/** Every setting that applies to the whole company, with its history. */
export default function ConfigurationPage() {
  const { filter, onFilter } = useListAddress(inAddress);
  const { data } = useQuery(configurationItems);
  const settings = useQuery({ ...configurationItems, select: ({ items }) => pageOfSettings(items, filter, nameOf) });
  const list = useItemList({ query: settings, filter, onFilter, idOf });
  const [shown, setShown] = useState<ServiceConfigCode | null>(null);
  const narrow = useNarrow();
  const edits = useCurrentUser()?.adminItems.includes('configuration.edit') ?? false;
  const columns = useMemo(() => configurationColumns(), []);
  const counts = useMemo(() => data && countsOf(data.items), [data]);
  const open = ({ code }: ConfigurationItem) => setShown(code);
  const entries = (item: ConfigurationItem): MenuEntry[] => [
    {
      id: 'open',
      label: t(edits ? 'adminConfiguration.edit' : 'adminConfiguration.view'),
      icon: edits ? <Pencil {...icon} /> : <Eye {...icon} />,
      keys: 'Enter',
      quick: true,
      onClick: () => open(item),
    },
  ];
  const choose = (group: SettingGroup | null) => list.change({ group });
  const narrowed = filter.keyword !== '' || filter.changed || (narrow && filter.group !== null);
  return (
    <ItemListScreen
      title={t('adminConfiguration.title')}
      list={list}
      label={t('adminConfiguration.list')}
      rowName={nameOf}
      columns={columns}
      phone={configurationPhoneRow}
      selectable={false}
      roomy
      currentId={shown}
      beside={!narrow && <GroupPane value={filter.group} counts={counts} onChoose={choose} />}
      tools={
        <>
          {narrow && (
            <ChoiceMenu
              label={t('adminConfiguration.groups')}
              value={filter.group}
              defaultValue={null}
              choices={[
                { value: null, text: t('adminConfiguration.allGroups') },
                ...settingGroups.map((value) => ({ value, text: t(`adminConfiguration.${value}`) })),
              ]}
              onChoose={choose}
            />
          )}
          <Chip on={filter.changed} aria-pressed={filter.changed} onClick={() => list.change({ changed: !filter.changed })}>
            {t('adminConfiguration.onlyChanged')}
          </Chip>
        </>
      }
      find={t('adminConfiguration.find')}
      widened={narrowed ? { keyword: '', changed: false, group: null } : null}
      empty={<EmptyState object="folder" title={t('adminConfiguration.nothing')} />}
      entries={entries}
      onOpen={open}
      counts={t('adminConfiguration.counted', {
        n: list.table.page.total,
        changed: (data?.items ?? []).filter(({ isDefault }) => !isDefault).length,
      })}
    >
      <SettingDrawer item={data?.items.find(({ code }) => code === shown) ?? null} edits={edits} onClose={() => setShown(null)} />
    </ItemListScreen>
  );
}
