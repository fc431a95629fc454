import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { calls, type DlpRule } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { FormFields, FormFoot } from '../../ui/drawer/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { changesOf, creationOf, draftOf, isTried, missingIn, newDraft, type RuleDraft, type RuleField } from './rule-draft.ts';
import { rulesChanged } from './rule-queries.ts';
import { RuleFields, type RuleFaults } from './RuleFields.tsx';
import { TryRule } from './TryRule.tsx';
import drawer from '../../ui/drawer/form-drawer.module.css';
import { Hint } from '../../ui/form-parts/FormParts.tsx';
import styles from './rules.module.css';

interface RuleFormProps extends FormInDrawer {
  rule: DlpRule | null;
  edits: boolean;
}

const fieldOf = (error: unknown): RuleField | null =>
  error instanceof CallFailed && (error.field === 'name' || error.field === 'value') ? error.field : null;

/** A rule, and a text to try it on before it is saved. */
export function RuleForm({ rule, edits, onDirty, onCancel, onDone }: RuleFormProps) {
  const [before] = useState(() => (rule ? draftOf(rule) : newDraft()));
  const [draft, setDraft] = useState(before);
  const [faults, setFaults] = useState<RuleFaults>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const offline = !useOnline();
  const change = (next: Partial<RuleDraft>) => {
    setDraft((now) => ({ ...now, ...next }));
    setFaults({});
    setRefused('');
    onDirty(true);
  };
  const show = (found: RuleFaults) => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus();
  };
  const tell = (error: unknown) => {
    const message = failureMessage(error, t('errors.unknown'));
    const field = fieldOf(error);
    if (field) show({ [field]: message });
    else setRefused(message);
  };
  const save = async (): Promise<void> => {
    if (!rule) {
      await call(calls.adminDlp.create, creationOf(draft));
      toast.success(t('adminRules.created', { name: draft.name.trim() }));
      return;
    }
    const changes = changesOf(draft, before);
    if (Object.keys(changes).length > 0) await call(calls.adminDlp.update, { ruleId: rule.ruleId, ...changes });
    toast.success(t('adminRules.saved'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !edits) return;
    const missing = missingIn(draft);
    const texts = { name: t('adminRules.nameMissing'), value: t('adminRules.valueMissing') };
    if (missing.length > 0) return show(Object.fromEntries(missing.map((field) => [field, texts[field]])));
    setBusy(true);
    try {
      await save();
      onDone();
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
      rulesChanged();
    }
  };
  return (
    <form ref={form} noValidate className={drawer.form} onSubmit={(event) => void submit(event)}>
      <FormFields refused={refused}>
        {!edits && <Hint>{t('adminRules.readOnly')}</Hint>}
        <RuleFields draft={draft} isNew={rule === null} faults={faults} disabled={!edits} onChange={change} />
        {edits && isTried(draft.kind) && <TryRule draft={draft} offline={offline} onFault={tell} />}
      </FormFields>
      <FormFoot>
        <span className={styles.footHint}>{edits && t('adminRules.effect')}</span>
        <Button variant="default" onClick={onCancel}>
          {t(edits ? 'common.cancel' : 'common.close')}
        </Button>
        {edits && (
          <Button type="submit" loading={busy} disabled={offline} title={offline ? t('adminRules.offline') : undefined}>
            {rule ? t('common.save') : t('adminRules.create')}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}
