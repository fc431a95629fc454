import { Button, Group, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { calls, limits } from '@alcove/contract';
import { t, utcOffset } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { saveFile } from '../../ui/save-file.ts';
import type { LogRequest } from './log-filter.ts';

export const exportLog = (request: LogRequest, part: 'latest' | 'earliest' = 'latest'): Promise<boolean> =>
  saveFile(calls.adminLog.exportLog, { ...request, part, utcOffset: utcOffset() });

interface ExportDialogProps {
  request: LogRequest | null;
  onClose(): void;
}

/** Asks which part of more than 10,000 entries is exported. */
export function ExportDialog({ request, onClose }: ExportDialogProps) {
  const [part, setPart] = useState<'latest' | 'earliest'>('latest');
  const [busy, setBusy] = useState(false);
  const n = limits.logRows.toLocaleString();
  const run = async () => {
    if (!request || busy) return;
    setBusy(true);
    const saved = await exportLog(request, part);
    setBusy(false);
    if (saved) onClose();
  };
  return (
    <Dialog opened={request !== null} onClose={onClose} title={t('adminLogs.exportTitle')}>
      <Stack gap={16}>
        <p role="note">{t('adminLogs.exportLimit', { n })}</p>
        <Radio.Group aria-label={t('adminLogs.exportPart')} value={part} onChange={(value) => setPart(value as typeof part)}>
          <Stack gap={8}>
            <Radio value="latest" label={t('adminLogs.latest', { n })} />
            <Radio value="earliest" label={t('adminLogs.earliest', { n })} />
          </Stack>
        </Radio.Group>
        <p>{t('adminLogs.exportLogged')}</p>
        <Group justify="flex-end" gap={8}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button loading={busy} onClick={() => void run()}>
            {t('adminLogs.exportRun', { n })}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
