import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import type { Platform } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { FormFields, FormFoot } from '../../ui/drawer/FormParts.tsx';
import { Hint } from '../../ui/form-parts/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import type { Draft, Faults, PlatformKind } from './platform-kind.ts';
import { platformsChanged } from './platform-queries.ts';
import { TestSteps } from './TestSteps.tsx';
import drawer from '../../ui/drawer/form-drawer.module.css';

interface PlatformFormProps<Of extends Draft, Saved extends Platform> extends FormInDrawer {
  kind: PlatformKind<Of, Saved>;
  /** Null: one that does not exist yet, which begins with `fresh`. */
  platform: Saved | null;
  fresh: Of;
  edits: boolean;
  /** What stands above the fields. */
  head: ReactNode;
  onCreated(platform: Saved): void;
}

/** A platform, and a test of the connection before it is saved. */
export function PlatformForm<Of extends Draft, Saved extends Platform>({
  kind,
  platform,
  fresh,
  edits,
  head,
  onDirty,
  onCancel,
  onDone,
  onCreated,
}: PlatformFormProps<Of, Saved>) {
  const [before] = useState(() => (platform ? kind.draftOf(platform) : fresh));
  const [draft, setDraft] = useState(before);
  const [faults, setFaults] = useState<Faults>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const offline = !useOnline();
  const change = (next: Partial<Of>) => {
    setDraft((now) => {
      const after = { ...now, ...next };
      // The stored secret is dropped with its address, and is back with it.
      const isOld = before.secret === null && (after.secret === null || after.secret === '');
      return isOld ? { ...after, secret: kind.isOther(after, before) ? '' : null } : after;
    });
    setFaults({});
    setRefused('');
    onDirty(true);
  };
  const show = (found: Faults) => {
    setFaults(found);
    const [first] = Object.keys(found);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[data-field=${first}]`)?.focus();
  };
  const tell = (error: unknown) => {
    const message = failureMessage(error, t('errors.unknown'));
    const field = error instanceof CallFailed ? error.field : undefined;
    if (field && form.current?.querySelector(`[data-field="${CSS.escape(field)}"]`)) show({ [field]: message });
    else setRefused(message);
  };
  const save = async (): Promise<void> => {
    if (platform) {
      const changes = kind.changesOf(draft, before);
      if (Object.keys(changes).length > 0) await kind.update(platform.platformId, changes);
      toast.success(t('adminPlatforms.saved'));
      return onDone();
    }
    const made = await kind.create(draft);
    toast.success(kind.createdText(made.name));
    onCreated(made);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !edits) return;
    const missing = kind.missingIn(draft);
    if (missing.length > 0) return show(Object.fromEntries(missing.map((field) => [field, t('adminPlatforms.missing')])));
    setBusy(true);
    try {
      await save();
    } catch (error) {
      tell(error);
    } finally {
      setBusy(false);
      platformsChanged();
    }
  };
  return (
    <form ref={form} noValidate className={drawer.form} onSubmit={(event) => void submit(event)}>
      <FormFields refused={refused}>
        {!edits && <Hint>{t('adminPlatforms.readOnly')}</Hint>}
        {head}
        <kind.Fields draft={draft} faults={faults} disabled={!edits} onChange={change} />
        {edits && kind.tested && <TestSteps tested={kind.tested(draft, platform?.platformId ?? null)} offline={offline} onFault={tell} />}
      </FormFields>
      <FormFoot>
        <span className={drawer.grow} />
        <Button variant="default" onClick={onCancel}>
          {t(edits ? 'common.cancel' : 'common.close')}
        </Button>
        {edits && (
          <Button type="submit" loading={busy} disabled={offline} title={offline ? t('adminPlatforms.offline') : undefined}>
            {platform ? t('common.save') : t('adminPlatforms.create')}
          </Button>
        )}
      </FormFoot>
    </form>
  );
}
