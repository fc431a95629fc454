import { t } from '../../i18n/index.ts';
import { settingGroups, type SettingGroup } from './setting-kinds.ts';
import styles from './configuration.module.css';

interface GroupPaneProps {
  value: SettingGroup | null;
  counts: Record<SettingGroup, number> | undefined;
  onChoose(group: SettingGroup | null): void;
}

/** The groups of settings, each with how many it has. */
export function GroupPane({ value, counts, onChoose }: GroupPaneProps) {
  const all = counts && Object.values(counts).reduce((sum, n) => sum + n, 0);
  const row = (group: SettingGroup | null, label: string, count: number | undefined) => (
    <button key={label} type="button" className={styles.group} aria-pressed={value === group} onClick={() => onChoose(group)}>
      {label} <span>{count}</span>
    </button>
  );
  return (
    <nav className={styles.groups} aria-label={t('adminConfiguration.groups')}>
      {row(null, t('adminConfiguration.allGroups'), all)}
      {settingGroups.map((group) => row(group, t(`adminConfiguration.${group}`), counts?.[group]))}
    </nav>
  );
}
