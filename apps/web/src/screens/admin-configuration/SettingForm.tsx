import { Button, Textarea } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { limits, type ConfigurationItem } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { resetSetting, saveSetting } from './setting-actions.ts';
import { draftOf, valueOf, type Draft } from './setting-draft.ts';
import { SettingField } from './SettingField.tsx';
import { settingKinds } from './setting-kinds.ts';
import { settingHint, valueText, wrongText } from './setting-words.ts';
import styles from './configuration.module.css';

interface SettingFormProps {
  item: ConfigurationItem;
  edits: boolean;
  onDirty(dirty: boolean): void;
}

/** The value of a setting and a note on it. A value that is not accepted is said at its field. */
export function SettingForm({ item, edits, onDirty }: SettingFormProps) {
  const { field } = settingKinds[item.code];
  const [draft, setDraft] = useState<Draft>(() => draftOf(field, item.value));
  const [note, setNote] = useState(item.note);
  const [fault, setFault] = useState('');
  const [busy, setBusy] = useState(false);
  const offline = !useOnline();
  const value = valueOf(field, draft);
  const dirty = note.trim() !== item.note || JSON.stringify(value) !== JSON.stringify(valueOf(field, draftOf(field, item.value)));
  useEffect(() => {
    onDirty(dirty);
    return () => onDirty(false);
  }, [dirty, onDirty]);
  const run = async (work: Promise<unknown>) => {
    setBusy(true);
    try {
      await work;
    } catch (error) {
      const message = failureMessage(error, t('errors.unknown'));
      if (error instanceof CallFailed && error.field === 'value') setFault(wrongText(item.code, error.errcode) ?? message);
      // The form may begin anew with somebody else's change, so the message stands apart from it.
      else toast.error(message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (busy || !edits || !dirty) return;
    if (value === undefined) return setFault(t('adminConfiguration.numberMissing'));
    void run(saveSetting(item, value, note));
  };
  const change = (next: Draft) => {
    setDraft(next);
    setFault('');
  };
  const discard = () => {
    change(draftOf(field, item.value));
    setNote(item.note);
  };
  return (
    <form noValidate className={styles.form} onSubmit={submit}>
      {!edits && <p className={styles.hint}>{t('adminConfiguration.readOnly')}</p>}
      <SettingField field={field} draft={draft} fault={fault} disabled={!edits} onChange={change} />
      <p className={styles.hint}>
        {settingHint(item.code)} {t('adminConfiguration.byDefault', { value: valueText(item.code, item.default) })}
      </p>
      <Textarea
        label={
          <>
            {t('adminConfiguration.note')} <small className={styles.optional}>{t('adminConfiguration.optional')}</small>
          </>
        }
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.configurationNoteLength}
        value={note}
        disabled={!edits}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      {edits && (
        <div className={styles.buttons}>
          <Button type="submit" loading={busy} disabled={!dirty || offline} title={offline ? t('adminConfiguration.offline') : undefined}>
            {t('adminConfiguration.save')}
          </Button>
          <Button variant="default" disabled={!dirty || busy} onClick={discard}>
            {t('adminConfiguration.discard')}
          </Button>
          {!item.isDefault && (
            <Button variant="subtle" className={styles.reset ?? ''} disabled={offline || busy} onClick={() => void run(resetSetting(item))}>
              {t('adminConfiguration.reset')}
            </Button>
          )}
        </div>
      )}
    </form>
  );
}
