import { Select } from '@mantine/core';
import { loggedDeeds, logResults, type Region } from '@alcove/contract';
import { actionGroups } from '@alcove/contract/action-names';
import { PersonSelect } from '../../features/people/PersonSelect.tsx';
import { currentLanguage, t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { PeriodMenu } from '../../ui/date-range/PeriodMenu.tsx';
import { useFieldSize } from '../../ui/list-screen/use-field-size.ts';
import { periods, requestOf, type LogsFilter } from './log-filter.ts';
import { actionName } from './log-words.ts';

interface LogToolsProps {
  filter: LogsFilter;
  regions: readonly Region[];
  /** What the person is called who is filtered by. */
  personName: string;
  change(next: Partial<LogsFilter>): void;
}

export function LogTools({ filter, regions, personName, change }: LogToolsProps) {
  const [size, person] = [useFieldSize(150), useFieldSize(140)];
  return (
    <>
      <PeriodMenu
        label={t('adminLogs.period')}
        period={filter.period}
        periods={periods.map((value) => ({ value, text: t(`adminLogs.period${value}`) }))}
        range={filter.range}
        shown={() => requestOf(filter, new Date())}
        onPeriod={(period) => change({ period, range: null })}
        onRange={(range) => change({ range })}
      />
      <PersonSelect
        {...person}
        label={t('adminLogs.person')}
        placeholder={t('adminLogs.anyPerson')}
        value={filter.userId === null ? null : { userId: filter.userId, name: personName }}
        onChange={(chosen) => change({ userId: chosen?.userId ?? null })}
      />
      <Select
        {...size}
        aria-label={t('adminLogs.action')}
        placeholder={t('adminLogs.anyAction')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        comboboxProps={{ width: 260 }}
        nothingFoundMessage={t('common.nothingFound')}
        data={actionGroups.map(({ names, actions }) => ({
          group: names[currentLanguage()],
          items: actions.map((value) => ({ value, label: actionName(value) })),
        }))}
        value={filter.action}
        onChange={(action) => change({ action })}
      />
      <ChoiceMenu
        label={t('adminLogs.deed')}
        value={filter.deed}
        defaultValue={null}
        choices={[
          { value: null, text: t('adminLogs.anyDeed') },
          ...loggedDeeds.map((value) => ({ value, text: t(`adminLogs.${value}Deed`) })),
        ]}
        onChoose={(deed) => change({ deed })}
      />
      <ChoiceMenu
        label={t('adminLogs.result')}
        value={filter.result}
        defaultValue={null}
        choices={[
          { value: null, text: t('adminLogs.anyResult') },
          ...logResults.map((value) => ({ value, text: t(`adminLogs.${value}`) })),
        ]}
        onChoose={(result) => change({ result })}
      />
      {(regions.length > 0 || filter.regionId !== null) && (
        <ChoiceMenu
          label={t('adminLogs.region')}
          value={filter.regionId}
          defaultValue={null}
          choices={[
            { value: null, text: t('adminLogs.anyRegion') },
            ...regions.map(({ regionId, name }) => ({ value: regionId, text: name })),
          ]}
          onChoose={(regionId) => change({ regionId })}
        />
      )}
    </>
  );
}
