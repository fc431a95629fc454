import { SegmentedControl } from '@mantine/core';
import { linkStates, type LinkState } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import styles from './my-sharing.module.css';

interface StateTabsProps {
  value: LinkState | null;
  /** How many links are in each state; undefined while loading. */
  counts: Record<LinkState, number> | undefined;
  onChange(next: LinkState | null): void;
}

const names = {
  all: 'links.tabAll',
  verifying: 'links.tabVerifying',
  valid: 'links.tabValid',
  expired: 'links.tabExpired',
  failed: 'links.tabFailed',
} as const;

/** The list by state, each with its count; on a phone a row of chips that scrolls. */
export function StateTabs({ value, counts, onChange }: StateTabsProps) {
  const phone = usePhone();
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  const tabs = (['all', ...linkStates] as const).map((one) => ({
    value: one,
    label: t(names[one], { n: (one === 'all' ? all : counts?.[one]) ?? '' }).trim(),
  }));
  const choose = (next: string) => onChange(next === 'all' ? null : (next as LinkState));
  if (!phone)
    return (
      <SegmentedControl className={styles.tabs ?? ''} aria-label={t('links.tabs')} value={value ?? 'all'} data={tabs} onChange={choose} />
    );
  return (
    <div className={styles.chips} role="radiogroup" aria-label={t('links.tabs')}>
      {tabs.map((tab) => (
        <label key={tab.value} className={styles.chip}>
          <input type="radio" name="state" checked={tab.value === (value ?? 'all')} onChange={() => choose(tab.value)} />
          {tab.label}
        </label>
      ))}
    </div>
  );
}
