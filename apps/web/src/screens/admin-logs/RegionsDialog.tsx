import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { calls, limits, type Region } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { confirm } from '../../ui/confirm/confirm.ts';
import { toast } from '../../ui/toast/toast.ts';
import { regionList, regionsChanged } from './log-queries.ts';
import styles from './logs.module.css';

type Draft = Pick<Region, 'name' | 'note'> & { regionId: string | null; networks: string };
const blank: Draft = { regionId: null, name: '', networks: '', note: '' };
const draftOf = ({ regionId, name, networks, note }: Region): Draft => ({ regionId, name, networks: networks.join('\n'), note });

async function remove({ regionId, name }: Region): Promise<void> {
  const question = {
    type: 'warning',
    title: t('adminLogs.removeRegion', { name }),
    text: t('adminLogs.removeRegionText'),
    confirmLabel: t('adminLogs.removeRegionConfirm'),
    danger: true,
  } as const;
  if (!(await confirm(question))) return;
  try {
    await call(calls.adminRegion.remove, { regionId });
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    regionsChanged();
  }
}

/** The networks that have names. */
export function RegionsDialog({ opened, onClose }: { opened: boolean; onClose(): void }) {
  const { data: regions = [] } = useQuery({ ...regionList, enabled: opened });
  const [draft, setDraft] = useState<Draft | null>(null);
  return (
    <Dialog opened={opened} onClose={onClose} title={t('adminLogs.regions')} size={560}>
      {draft ? (
        <RegionForm draft={draft} onEnd={() => setDraft(null)} />
      ) : (
        <Stack gap={12}>
          <p className={styles.quiet}>{t(regions.length === 0 ? 'adminLogs.noRegions' : 'adminLogs.regionsHint')}</p>
          <ul className={styles.regions}>
            {regions.map((region) => (
              <li key={region.regionId}>
                <span className={styles.cut}>
                  {region.name}
                  <span className={styles.quiet}> {region.networks.join(t('common.comma'))}</span>
                </span>
                <button
                  type="button"
                  aria-label={t('adminLogs.editRegion', { name: region.name })}
                  onClick={() => setDraft(draftOf(region))}
                >
                  <Pencil size={15} aria-hidden />
                </button>
                <button type="button" aria-label={t('adminLogs.deleteRegion', { name: region.name })} onClick={() => void remove(region)}>
                  <Trash2 size={15} aria-hidden />
                </button>
              </li>
            ))}
          </ul>
          <Group>
            <Button variant="default" leftSection={<Plus size={16} aria-hidden />} onClick={() => setDraft(blank)}>
              {t('adminLogs.newRegion')}
            </Button>
          </Group>
        </Stack>
      )}
    </Dialog>
  );
}

function RegionForm({ draft: given, onEnd }: { draft: Draft; onEnd(): void }) {
  const [draft, setDraft] = useState(given);
  const [fault, setFault] = useState<{ field: string; text: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const faultOf = (field: string) => (fault?.field === field ? fault.text : undefined);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const networks = draft.networks.split(/[\s,，;；]+/u).filter(Boolean);
    if (draft.name.trim() === '') return setFault({ field: 'name', text: t('adminLogs.regionNameMissing') });
    if (networks.length === 0) return setFault({ field: 'networks', text: t('adminLogs.networksMissing') });
    setBusy(true);
    try {
      const { regionId, name, note } = draft;
      if (regionId === null) await call(calls.adminRegion.create, { name, note, networks });
      else await call(calls.adminRegion.update, { regionId, name, note, networks });
      onEnd();
    } catch (error) {
      const field = (error instanceof CallFailed && error.field) || 'note';
      setFault({ field: ['name', 'networks'].includes(field) ? field : 'note', text: failureMessage(error, t('errors.unknown')) });
    } finally {
      setBusy(false);
      regionsChanged();
    }
  };
  const change = (next: Partial<Draft>) => {
    setDraft({ ...draft, ...next });
    setFault(null);
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack gap={12}>
        <TextInput
          data-autofocus
          label={t('adminLogs.regionName')}
          maxLength={limits.regionNameLength}
          value={draft.name}
          error={faultOf('name')}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={t('adminLogs.networks')}
          description={t('adminLogs.networksHint')}
          rows={5}
          value={draft.networks}
          error={faultOf('networks')}
          onChange={(event) => change({ networks: event.currentTarget.value })}
        />
        <TextInput
          label={t('adminLogs.note')}
          maxLength={limits.regionNoteLength}
          value={draft.note}
          error={faultOf('note')}
          onChange={(event) => change({ note: event.currentTarget.value })}
        />
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onEnd}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
