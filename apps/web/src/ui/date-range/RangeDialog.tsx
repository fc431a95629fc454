import { Button, Group } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { failureText } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { DayField } from '../day-field/DayField.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { usePhone } from '../use-media.ts';
import styles from './date-range.module.css';
import { rangeOf, type Days, type Range } from './range.ts';

interface RangeDialogProps {
  /** What the list shows now. */
  days: Days;
  onChoose(range: Range): void;
  onClose(): void;
}

/** Chooses the first and the last day of the list. */
export function RangeDialog({ days, onChoose, onClose }: RangeDialogProps) {
  const [{ first, last }, setDays] = useState(days);
  const [fault, setFault] = useState(false);
  const change = (next: Partial<Days>) => {
    setDays({ first, last, ...next });
    setFault(false);
  };
  const choose = (event: FormEvent) => {
    event.preventDefault();
    if (first === null || last === null) return;
    if (last < first) return setFault(true);
    onChoose(rangeOf(first, last));
  };
  return (
    <Dialog opened onClose={onClose} title={t('common.chooseDates')} fullScreen={usePhone()}>
      <form noValidate className={styles.form} onSubmit={choose}>
        <DayField label={t('common.firstDay')} value={first} onChange={(day) => change({ first: day })} />
        <DayField
          label={t('common.lastDay')}
          value={last}
          error={fault && failureText('LOG_TIMES_WRONG', currentLanguage())}
          onChange={(day) => change({ last: day })}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={first === null || last === null}>
            {t('common.showDates')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
