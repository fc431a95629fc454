import { ActionIcon, Button } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { RoleEffects } from './RoleEffects.tsx';
import type { PreviewState } from './role-preview-queries.ts';
import effects from './effects.module.css';
import styles from './roles.module.css';

interface RoleFormProps {
  kind: 'company' | 'file';
  /** The role that is written is new, so nobody has it. */
  isNew: boolean;
  editable: boolean;
  changes: number;
  busy: boolean;
  preview: PreviewState;
  onBack(): void;
  onDiscard(): void;
  onSave(): Promise<void>;
  children: ReactNode;
}

const tellCount = (preview: PreviewState): string | null =>
  preview.status === 'ready' ? t('adminRoles.concerned', { n: preview.preview.people }) : null;

/**
 * The form of a role, with what its changes would do beside it, below it on narrow screens, and on a phone in a sheet before they are saved.
 * Nothing is saved whose effect could not be shown.
 */
export function RoleForm(props: RoleFormProps) {
  const { kind, isNew, editable, changes, busy, preview, onBack, onDiscard, onSave, children } = props;
  const phone = usePhone();
  const offline = !useOnline();
  const [asking, setAsking] = useState(false);
  const shown = preview.status === 'none' || preview.status === 'ready';
  const nothing = !isNew && changes === 0;
  const save = async () => {
    await onSave();
    setAsking(false);
  };
  const label = isNew ? t('adminRoles.saveNew') : changes === 0 ? t('common.save') : t('adminRoles.save', { n: changes });
  const state = isNew
    ? t('adminRoles.unsavedNew')
    : changes > 0
      ? t('adminRoles.changes', { n: changes })
      : phone
        ? t('adminRoles.noChanges')
        : '';
  return (
    <div className={styles.main}>
      {phone && (
        <div className={styles.phoneBack}>
          <ActionIcon size="xl" aria-label={t('adminRoles.back')} onClick={onBack}>
            <ArrowLeft size={16} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
          {t('adminRoles.back')}
        </div>
      )}
      <div className={styles.body}>
        {children}
        {editable && !isNew && !phone && (
          <aside className={effects.aside} aria-label={t('adminRoles.effects')}>
            <div className={effects.asideHead}>
              <h2>{t('adminRoles.effects')}</h2>
              <span className={styles.quiet}>{tellCount(preview)}</span>
            </div>
            <RoleEffects state={preview} kind={kind} />
            <p className={effects.hint}>{t(kind === 'file' ? 'adminRoles.fileEffectHint' : 'adminRoles.effectHint')}</p>
          </aside>
        )}
      </div>
      {editable && (
        <div className={styles.foot}>
          <span className={styles.state} data-any={!nothing || undefined}>
            {state}
          </span>
          <span className={styles.grow} />
          <Button variant="default" disabled={nothing} onClick={onDiscard}>
            {t('adminRoles.discard')}
          </Button>
          <Button
            loading={busy}
            disabled={offline || nothing || (!phone && !shown)}
            onClick={() => (phone && preview.status !== 'none' ? setAsking(true) : void save())}
          >
            {label}
          </Button>
        </div>
      )}
      {asking && (
        <Dialog opened fullScreen onClose={() => setAsking(false)} title={t('adminRoles.effects')}>
          <div data-autofocus tabIndex={-1}>
            <p className={effects.quiet}>{tellCount(preview)}</p>
            <RoleEffects state={preview} kind={kind} />
          </div>
          <div className={styles.dialogFoot}>
            <Button variant="default" onClick={() => setAsking(false)}>
              {t('common.cancel')}
            </Button>
            <Button loading={busy} disabled={offline || !shown} onClick={() => void save()}>
              {label}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
