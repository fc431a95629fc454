import { Badge } from '@mantine/core';
import { SlidersHorizontal } from 'lucide-react';
import type { ConfigurationItem } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Column, PhoneRow } from '../../ui/data-table/index.ts';
import { itemValueText, settingName } from './setting-words.ts';
import styles from './configuration.module.css';

const Value = ({ item }: { item: ConfigurationItem }) => {
  const text = itemValueText(item);
  return (
    <span className={styles.value}>
      <span className={styles.cut} title={text}>
        {text}
      </span>
      {item.isDefault && <small>{t('adminConfiguration.default')}</small>}
    </span>
  );
};

export const configurationColumns = (): Column<ConfigurationItem>[] => [
  {
    id: 'name',
    title: t('adminConfiguration.name'),
    width: 'minmax(0, 1fr)',
    primary: true,
    cell: ({ code }) => (
      <span className={styles.name}>
        <span className={styles.cut}>{settingName(code)}</span>
        <code className={styles.cut}>{code}</code>
      </span>
    ),
  },
  { id: 'value', title: t('adminConfiguration.value'), width: 'minmax(0, 1fr)', needs: 420, cell: (item) => <Value item={item} /> },
  {
    id: 'note',
    title: t('adminConfiguration.note'),
    width: 'minmax(0, 1fr)',
    needs: 820,
    cell: ({ note }) => (
      <span className={styles.note} title={note}>
        {note || '—'}
      </span>
    ),
  },
  {
    id: 'change',
    title: t('adminConfiguration.changed'),
    width: '148px',
    needs: 640,
    cell: ({ change }) =>
      change ? (
        <span className={styles.change} title={`${change.name} · ${formatFullTime(change.time)}`}>
          <Avatar id={change.userId} name={change.name} size={20} />
          {formatTime(change.time)}
        </span>
      ) : (
        '—'
      ),
  },
];

export const configurationPhoneRow = (item: ConfigurationItem): PhoneRow => ({
  icon: <SlidersHorizontal className={styles.icon} size={18} strokeWidth={1.75} aria-hidden />,
  name: settingName(item.code),
  facts: [itemValueText(item), ...(item.isDefault ? [t('adminConfiguration.default')] : [])].join(' · '),
});

export const CurrentBadge = () => <Badge>{t('adminConfiguration.current')}</Badge>;
