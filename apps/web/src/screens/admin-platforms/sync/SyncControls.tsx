import { Button, Switch } from '@mantine/core';
import { RefreshCw, ScanSearch } from 'lucide-react';
import { calls, type Platform, type SyncSettings } from '@alcove/contract';
import { call } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { Hint } from '../../../ui/form-parts/FormParts.tsx';
import { useOnline } from '../../../ui/use-online.ts';
import { act } from './act.ts';
import styles from './sync.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface SyncControlsProps {
  platform: Platform;
  settings: SyncSettings;
  running: boolean;
  edits: boolean;
}

/** When it runs by itself, and the buttons that start a run. */
export function SyncControls({ platform: { platformId, enabled }, settings, running, edits }: SyncControlsProps) {
  const offline = !useOnline();
  const set = (change: Partial<SyncSettings>) =>
    act(() => call(calls.adminPlatform.setSync, { platformId, ...change }), t('adminSync.saved'));
  const starts = { disabled: offline || running, title: offline ? t('adminSync.offline') : undefined };
  return (
    <section className={styles.controls} aria-label={t('adminSync.timed')}>
      <div className={styles.switches}>
        <Switch
          label={t('adminSync.timed')}
          description={t('adminSync.timedHint')}
          checked={settings.timedSync}
          disabled={!edits || offline}
          onChange={(event) => void set({ timedSync: event.currentTarget.checked })}
        />
        <Switch
          label={t('adminSync.departments')}
          description={t('adminSync.departmentsHint')}
          checked={settings.syncsDepartments}
          disabled={!edits || offline || running}
          onChange={(event) => void set({ syncsDepartments: event.currentTarget.checked })}
        />
      </div>
      <Hint>{t('adminSync.readOnly')}</Hint>
      {edits && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            leftSection={<ScanSearch {...icon} />}
            {...starts}
            onClick={() => void act(() => call(calls.adminPlatform.dryRun, { platformId }), t('adminSync.started'))}
          >
            {t('adminSync.dryRun')}
          </Button>
          <Button
            leftSection={<RefreshCw {...icon} />}
            disabled={starts.disabled || !enabled}
            title={enabled ? starts.title : t('adminSync.offNote')}
            onClick={() => void act(() => call(calls.adminPlatform.sync, { platformId }), t('adminSync.started'))}
          >
            {t('adminSync.syncNow')}
          </Button>
        </div>
      )}
    </section>
  );
}
