import { Button, Menu } from '@mantine/core';
import { Check, ChevronDown, ShieldAlert } from 'lucide-react';
import { sensitivities, type InstanceDetail, type Sensitivity } from '@alcove/contract';
import { t, type PlainKey } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { setSensitivity } from '../../items/file-actions.ts';
import styles from './SensitivityFact.module.css';

const names = {
  normal: 'files.sensitivityNormal',
  internal: 'files.sensitivityInternal',
  high: 'files.sensitivityHigh',
} as const satisfies Record<Sensitivity, PlainKey>;

/** An item's sensitivity; those who manage its people can change it. It cannot be lower than that of the folders above. */
export function SensitivityFact({ item }: { item: InstanceDetail }) {
  const offline = !useOnline();
  const { own, above } = item.sensitivityOf;
  const shown = (
    <>
      {item.sensitivity === 'high' && <ShieldAlert className={styles.high} size={14} strokeWidth={1.75} aria-hidden />}
      {t(names[item.sensitivity])}
    </>
  );
  if (!item.fileAuth.includes('personnelManagement')) return <span className={styles.level}>{shown}</span>;
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          className={styles.choose ?? ''}
          disabled={offline}
          aria-label={t('files.sensitivityChoose', { level: t(names[item.sensitivity]) })}
          rightSection={<ChevronDown size={14} strokeWidth={1.75} aria-hidden />}
        >
          <span className={styles.level}>{shown}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sensitivities.map((level) => {
          const less = sensitivities.indexOf(level) < sensitivities.indexOf(above);
          return (
            <Menu.Item
              key={level}
              role="menuitemradio"
              aria-checked={level === item.sensitivity}
              disabled={less}
              rightSection={level === item.sensitivity && <Check size={14} strokeWidth={1.75} aria-hidden />}
              onClick={() => level !== own && void setSensitivity(item, level)}
            >
              {t(names[level])}
              {less && <p className={styles.reason}>{t('files.sensitivityAbove')}</p>}
            </Menu.Item>
          );
        })}
        <Menu.Divider />
        <p className={styles.hint}>{t('files.sensitivityHint')}</p>
      </Menu.Dropdown>
    </Menu>
  );
}
