import { PersonSelect } from '../../features/people/PersonSelect.tsx';
import { t, type PlainKey } from '../../i18n/index.ts';
import { TypeMenu } from '../../items/TypeMenu.tsx';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { PeriodMenu } from '../../ui/date-range/PeriodMenu.tsx';
import { useFieldSize } from '../../ui/list-screen/use-field-size.ts';
import { levelNames } from './level-names.ts';
import { askedOf, changedDays, givenWays, levels, sizeNames, spaceTypes, type ManagedFilter } from './managed-filter.ts';

const spaceNames = { '1': 'shell.personalFile', '2': 'shell.groupFile', '3': 'shell.departmentFiles' } as const satisfies Record<
  string,
  PlainKey
>;
const givenNames = { linked: 'adminFiles.hasLinks', shared: 'adminFiles.isShared' } as const;
const leastNames = { '1': 'adminFiles.over1', '100': 'adminFiles.over100', '1024': 'adminFiles.over1024' } as const;

interface ManagedToolsProps {
  filter: ManagedFilter;
  ownerName: string;
  change(next: Partial<ManagedFilter>): void;
}

/** One field for each filter. */
export function ManagedTools({ filter, ownerName, change }: ManagedToolsProps) {
  return (
    <>
      <ChoiceMenu
        label={t('adminFiles.space')}
        value={filter.space}
        defaultValue={null}
        choices={[{ value: null, text: t('adminFiles.allSpaces') }, ...spaceTypes.map((value) => ({ value, text: t(spaceNames[value]) }))]}
        onChoose={(space) => change({ space })}
      />
      <PersonSelect
        {...useFieldSize(148)}
        label={t('adminFiles.owner')}
        placeholder={t('adminFiles.anyOwner')}
        value={filter.ownerId === null ? null : { userId: filter.ownerId, name: ownerName }}
        onChange={(owner) => change({ ownerId: owner?.userId ?? null })}
      />
      <TypeMenu type={filter.type} folders onType={(type) => change({ type })} />
      <ChoiceMenu
        label={t('files.sensitivity')}
        value={filter.level}
        defaultValue={null}
        choices={[{ value: null, text: t('adminFiles.anyLevel') }, ...levels.map((value) => ({ value, text: t(levelNames[value]) }))]}
        onChoose={(level) => change({ level })}
      />
      <ChoiceMenu
        label={t('adminFiles.given')}
        value={filter.given}
        defaultValue={null}
        choices={[{ value: null, text: t('adminFiles.givenOrNot') }, ...givenWays.map((value) => ({ value, text: t(givenNames[value]) }))]}
        onChoose={(given) => change({ given })}
      />
      <ChoiceMenu
        label={t('files.size')}
        value={filter.size}
        defaultValue={null}
        choices={[{ value: null, text: t('adminFiles.anySize') }, ...sizeNames.map((value) => ({ value, text: t(leastNames[value]) }))]}
        onChoose={(size) => change({ size })}
      />
      <PeriodMenu
        label={t('files.updated')}
        period={filter.days}
        periods={[
          { value: null, text: t('adminFiles.anyTime') },
          ...changedDays.map((value) => ({ value, text: t('adminFiles.withinDays', { n: value }) })),
        ]}
        range={filter.range}
        shown={() => askedOf(filter)}
        onPeriod={(days) => change({ days, range: null })}
        onRange={(range) => change({ range })}
      />
    </>
  );
}
