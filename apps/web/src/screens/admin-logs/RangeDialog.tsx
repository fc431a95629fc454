import { Button, Group } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { failureText } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { rangeOf, type Days } from './log-filter.ts';
import styles from './logs.module.css';

interface RangeDialogProps {
  /** What the list shows now. */
  days: Days;
  onChoose(range: { from: string; to: string }): void;
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
    <Dialog opened onClose={onClose} title={t('adminLogs.rangeTitle')} fullScreen={usePhone()}>
      <form noValidate className={styles.range} onSubmit={choose}>
        <DayField label={t('adminLogs.firstDay')} value={first} onChange={(day) => change({ first: day })} />
        <DayField
          label={t('adminLogs.lastDay')}
          value={last}
          error={fault && failureText('LOG_TIMES_WRONG', currentLanguage())}
          onChange={(day) => change({ last: day })}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={first === null || last === null}>
            {t('adminLogs.showRange')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
