import { useState } from 'react';
import { limits, type LinkValidity } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { DayField } from '../../ui/day-field/DayField.tsx';
import { Labelled } from './Labelled.tsx';
import { dayOf, endOfValidity, type LinkDraft } from './link-draft.ts';
import { endStamp, validityName } from './link-words.ts';
import styles from './link-form.module.css';

type Validity = Pick<LinkDraft, 'validity' | 'day' | 'renewed'>;

interface ValidityFieldProps {
  value: Validity;
  /** The end that the link has, while no other was chosen. */
  end?: string | null;
  error: string | undefined;
  onChange(next: Validity): void;
}

/** As they are drawn: the shortest first, the open ones last. */
const offered: readonly LinkValidity[] = ['3d', '1w', '1m', '3m', 'employment', 'custom'];

/** How long the link is open, with the moment when it ends. */
export function ValidityField({ value, end, error, onChange }: ValidityFieldProps) {
  const { validity, day, renewed } = value;
  const [now] = useState(() => new Date());
  const kept = !renewed && end !== undefined && end !== null;
  const last = kept ? new Date(end) : endOfValidity(validity, day, now);
  const until = last ? t('links.until', { when: endStamp(last) }) : validity === 'employment' ? t('links.untilLeaving') : undefined;
  return (
    <Labelled field="expireTime" label={t('links.validity')} end={until} error={validity === 'custom' ? undefined : error}>
      <div className={styles.pills} role="radiogroup" aria-label={t('links.validity')}>
        {offered.map((one) => (
          <label key={one} className={styles.pill}>
            <input
              type="radio"
              name="validity"
              checked={one === validity}
              onChange={() => onChange({ ...value, validity: one, renewed: true })}
              onClick={() => onChange({ ...value, validity: one, renewed: true })}
            />
            {validityName(one)}
          </label>
        ))}
      </div>
      {validity === 'custom' && (
        <div className={styles.day}>
          <DayField
            label={t('links.endDay')}
            hint={t('links.endDayHint', { n: limits.linkYears })}
            value={day === '' ? null : day}
            min={dayOf(now)}
            error={error}
            onChange={(next) => onChange({ validity, day: next ?? '', renewed: true })}
          />
        </div>
      )}
    </Labelled>
  );
}
