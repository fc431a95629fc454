import { Select } from '@mantine/core';
import { useState } from 'react';
import { loggedDeeds, logResults, type Region } from '@alcove/contract';
import { actionGroups } from '@alcove/contract/action-names';
import { PersonSelect } from '../../features/people/PersonSelect.tsx';
import { currentLanguage, formatFullTime, t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../../ui/chip/ChoiceMenu.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { periods, requestOf, type Days, type LogsFilter } from './log-filter.ts';
import { actionName } from './log-words.ts';
import { RangeDialog } from './RangeDialog.tsx';

interface LogToolsProps {
  filter: LogsFilter;
  regions: readonly Region[];
  /** What the person is called who is filtered by. */
  personName: string;
  change(next: Partial<LogsFilter>): void;
}

const minuteOf = (time: string | null): string => formatFullTime(time ?? '').slice(0, 16);
const dayOf = (time: Date): string => formatFullTime(time).slice(0, 10);
const lastMoment = (to: string): Date => new Date(Date.parse(to) - 1);

/** Whole days are named without their times. */
function textOf({ from, to }: { from: string | null; to: string | null }): string {
  const isMidnight = (time: string): boolean => formatFullTime(time).endsWith('00:00:00');
  if (from === null || to === null || !isMidnight(from) || !isMidnight(to) || from === to) return `${minuteOf(from)} – ${minuteOf(to)}`;
  const [first, last] = [dayOf(new Date(from)), dayOf(lastMoment(to))];
  return first === last ? first : `${first} – ${last}`;
}

/** The days that the list shows now, to begin with. */
function daysOf(filter: LogsFilter, now: Date): Days {
  const { from, to } = requestOf(filter, now);
  return { first: from === undefined ? null : dayOf(new Date(from)), last: dayOf(to === undefined ? now : lastMoment(to)) };
}

export function LogTools({ filter, regions, personName, change }: LogToolsProps) {
  const [size, person] = [useFieldSize(150), useFieldSize(140)];
  const [choosing, setChoosing] = useState<Days | null>(null);
  return (
    <>
      <ChoiceMenu
        label={t('adminLogs.period')}
        value={filter.period}
        defaultValue={null}
        choices={[
          ...(filter.period === 'own' ? [{ value: 'own' as const, text: textOf(filter) }] : []),
          ...periods.map((value) => ({ value, text: t(`adminLogs.period${value}`) })),
          { value: 'days' as const, text: t('adminLogs.periodDays') },
        ]}
        onChoose={(period) => {
          if (period === 'days') setChoosing(daysOf(filter, new Date()));
          else if (period !== null && period !== 'own') change({ period, from: null, to: null });
        }}
      />
      {choosing && (
        <RangeDialog
          days={choosing}
          onClose={() => setChoosing(null)}
          onChoose={(range) => {
            setChoosing(null);
            change({ period: 'own', ...range });
          }}
        />
      )}
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

/** On a phone a field is as high as a finger needs, and two of them fill a line. */
function useFieldSize(width: number): { w: number | string; size: 'xs' | 'lg' } {
  return usePhone() ? { w: 'calc(50% - 8px)', size: 'lg' } : { w: width, size: 'xs' };
}
