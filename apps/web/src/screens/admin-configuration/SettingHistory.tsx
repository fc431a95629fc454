import { Button, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { ConfigurationChange, ConfigurationItem } from '@alcove/contract';
import { formatFullTime, formatTime, t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { useOnline } from '../../ui/use-online.ts';
import { CurrentBadge } from './configuration-columns.tsx';
import { changesOfSetting } from './configuration-queries.ts';
import { revertChange } from './setting-actions.ts';
import { valueText } from './setting-words.ts';
import styles from './configuration.module.css';

interface SettingHistoryProps {
  item: ConfigurationItem;
  edits: boolean;
}

/** Who changed a setting, when, and from what to what. Each change can be taken back, which is a change of its own. */
export function SettingHistory({ item, edits }: SettingHistoryProps) {
  const { data, isError } = useQuery(changesOfSetting(item.code));
  const offline = !useOnline();
  const textOf = (side: ConfigurationChange['before']) => valueText(item.code, side ? side.value : item.default);
  return (
    <section className={styles.history}>
      <h2>
        {t('adminConfiguration.history')} <span>{data?.total}</span>
      </h2>
      {!data && (isError ? <p className={styles.refused}>{t('adminConfiguration.historyFailed')}</p> : <Loader size="sm" />)}
      {data?.total === 0 && <p className={styles.hint}>{t('adminConfiguration.historyEmpty')}</p>}
      <ol>
        {data?.items.map((change) => (
          <li key={change.changeId}>
            <Avatar id={change.userId} name={change.name} size={20} />
            <div className={styles.change}>
              <strong>{t('adminConfiguration.fromTo', { before: textOf(change.before), after: textOf(change.after) })}</strong>
              <small>
                {change.name} · <time title={formatFullTime(change.time)}>{formatTime(change.time)}</time>
              </small>
              {change.note && <span>{change.note}</span>}
            </div>
            {change.changeId === item.change?.changeId && <CurrentBadge />}
            {edits && (
              <Button
                variant="default"
                size="xs"
                leftSection={<Undo2 size={14} strokeWidth={1.75} aria-hidden />}
                disabled={offline}
                aria-label={t('adminConfiguration.revertLabel', { time: formatFullTime(change.time) })}
                onClick={() => void revertChange(item, change)}
              >
                {t('adminConfiguration.revert')}
              </Button>
            )}
          </li>
        ))}
      </ol>
      {data && data.total > data.items.length && (
        <p className={styles.hint}>{t('adminConfiguration.historyMore', { n: data.items.length })}</p>
      )}
    </section>
  );
}
