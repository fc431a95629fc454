import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { ChoiceMenu } from '../chip/ChoiceMenu.tsx';
import { RangeDialog } from './RangeDialog.tsx';
import { daysOf, textOfRange, type Days, type Range } from './range.ts';

/** Choices beside the periods. */
const [own, choose] = ['own', 'choose'] as const;

interface PeriodMenuProps<Period> {
  label: string;
  period: Period;
  /** Null as a period: any time, which is the default. */
  periods: readonly { value: Period; text: string }[];
  /** Chosen days, which count instead of the period. */
  range: Range | null;
  /** The times that the list shows now: choosing days begins with them. */
  shown(): Partial<Range>;
  onPeriod(period: Period): void;
  onRange(range: Range): void;
}

/** A chip that opens a menu of periods until now, and of days to be chosen. */
export function PeriodMenu<Period extends string | number | null>({
  label,
  period,
  periods,
  range,
  shown,
  onPeriod,
  onRange,
}: PeriodMenuProps<Period>) {
  const [choosing, setChoosing] = useState<Days | null>(null);
  return (
    <>
      <ChoiceMenu<Period | typeof own | typeof choose | null>
        label={label}
        value={range ? own : period}
        defaultValue={null}
        choices={[
          ...(range ? [{ value: own, text: textOfRange(range) }] : []),
          ...periods,
          { value: choose, text: t('common.chooseDatesEntry') },
        ]}
        onChoose={(chosen) => {
          if (chosen === choose) setChoosing(daysOf(shown(), new Date()));
          else if (chosen !== own) onPeriod(chosen as Period);
        }}
      />
      {choosing && (
        <RangeDialog
          days={choosing}
          onClose={() => setChoosing(null)}
          onChoose={(days) => {
            setChoosing(null);
            onRange(days);
          }}
        />
      )}
    </>
  );
}
