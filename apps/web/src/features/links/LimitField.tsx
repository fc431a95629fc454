import { NumberInput, Switch } from '@mantine/core';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Labelled } from './Labelled.tsx';
import type { LinkDraft } from './link-draft.ts';

type Limit = Pick<LinkDraft, 'limited' | 'visitLimit'>;

interface LimitFieldProps {
  value: Limit;
  error: string | undefined;
  onChange(next: Limit): void;
}

/** How often the link may be opened. */
export function LimitField({ value, error, onChange }: LimitFieldProps) {
  return (
    <Labelled
      field="visitLimit"
      label={t('links.visitLimit')}
      end={
        <Switch
          aria-label={t('links.visitLimit')}
          checked={value.limited}
          onChange={(event) => onChange({ ...value, limited: event.currentTarget.checked })}
        />
      }
      hint={!value.limited && t('links.visitLimitOff')}
      error={error}
    >
      {value.limited && (
        <NumberInput
          aria-label={t('links.visitLimit')}
          value={value.visitLimit}
          min={1}
          max={limits.linkVisits}
          clampBehavior="none"
          allowDecimal={false}
          allowNegative={false}
          thousandSeparator=","
          suffix={` ${t('links.visitUnit')}`}
          error={error !== undefined}
          onChange={(visitLimit) => onChange({ ...value, visitLimit })}
        />
      )}
    </Labelled>
  );
}
