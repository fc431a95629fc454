import { Button } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { calls, type OidcPlatform } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import type { FormInDrawer } from '../../ui/drawer/FormDrawer.tsx';
import { FormFields, FormFoot } from '../../ui/drawer/FormParts.tsx';
import { Hint } from '../../ui/form-parts/FormParts.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { useOnline } from '../../ui/use-online.ts';
import { changesOf, draftOf, isOther, missingIn, newDraft, type PlatformDraft } from './platform-draft.ts';
import { platformsChanged } from './platform-queries.ts';
import { PlatformAddresses } from './PlatformAddresses.tsx';
import { PlatformFields, type PlatformFaults } from './PlatformFields.tsx';
import { TestPlatform } from './TestPlatform.tsx';
import drawer from '../../ui/drawer/form-drawer.module.css';

interface PlatformFormProps extends FormInDrawer {
  platform: OidcPlatform | null;
  edits: boolean;
  onCreated(platform: OidcPlatform): void;
}

/** A platform, and a test of the connection before it is saved. */
export function PlatformForm({ platform, edits, onDirty, onCancel, onDone, onCreated }: PlatformFormProps) {
  const [before] = useState(() => (platform ? draftOf(platform) : newDraft()));
  const [draft, setDraft] = useState(before);
  const [faults, setFaults] = useState<PlatformFaults>({});
  const [refused, setRefused] = useState('');
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const offline = !useOnline();
  const change = (next: Partial<PlatformDraft>) => {
    setDraft((now) => {
      const after = { ...now, ...next };
      // The stored secret is dropped with its address, and is back with it.
      const isOld = before.secret === null && (after.secret === null || after.secret === '');
      return isOld ? { ...after, secret: isOther(after, before) ? '' : null } : after;
    });
    setFaults({});
    setRefused('');
    onDirty(true);
  };
  const show = (found: PlatformFaults) => {
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
      const changes = changesOf(draft, before);
      if (Object.keys(changes).length > 0) await call(calls.adminPlatform.update, { platformId: platform.platformId, ...changes });
      toast.success(t('adminPlatforms.saved'));
      return onDone();
    }
    const made = await call(calls.adminPlatform.create, { ...draft, secret: draft.secret ?? '' });
    toast.success(t('adminPlatforms.created', { name: made.name }));
    onCreated(made);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || !edits) return;
    const missing = missingIn(draft);
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
        {platform && <PlatformAddresses {...platform.addresses} />}
        <PlatformFields draft={draft} faults={faults} disabled={!edits} onChange={change} />
        {edits && <TestPlatform draft={draft} offline={offline} onFault={tell} />}
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
