import { DateInput, DatesProvider } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import 'dayjs/locale/zh-cn';
import type { ReactNode } from 'react';
import { currentLanguage, t } from '../../i18n/index.ts';

interface DayFieldProps {
  label: string;
  hint?: string;
  /** `YYYY-MM-DD`, or null. */
  value: string | null;
  min?: string | Date;
  error?: ReactNode;
  onChange(day: string | null): void;
}

/** A date field with a localized calendar. */
export function DayField({ label, hint, value, min, error, onChange }: DayFieldProps) {
  const chinese = currentLanguage() === 'zh-CN';
  return (
    <DatesProvider settings={{ locale: chinese ? 'zh-cn' : 'en', firstDayOfWeek: 1 }}>
      <DateInput
        label={label}
        placeholder="YYYY-MM-DD"
        {...(hint !== undefined && { description: hint })}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        {...(min !== undefined && { minDate: min })}
        monthLabelFormat={chinese ? 'YYYY年M月' : 'MMMM YYYY'}
        ariaLabels={{
          previousMonth: t('common.previousMonth'),
          nextMonth: t('common.nextMonth'),
          previousYear: t('common.previousYear'),
          nextYear: t('common.nextYear'),
          previousDecade: t('common.previousDecade'),
          nextDecade: t('common.nextDecade'),
        }}
        clearable
        clearButtonProps={{ 'aria-label': t('common.clear') }}
        value={value}
        error={error}
        onChange={onChange}
      />
    </DatesProvider>
  );
}
