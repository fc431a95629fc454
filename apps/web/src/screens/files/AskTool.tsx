import { ActionIcon, Button } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { t } from '../../i18n/index.ts';

/** The "request access" button, shown where the reader has read-only access. */
export function AskTool({ compact, onClick }: { compact: boolean; onClick(): void }) {
  if (compact)
    return (
      <ActionIcon size="xl" aria-label={t('accessRequests.askMore')} onClick={onClick}>
        <KeyRound size={18} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
    );
  return (
    <Button variant="default" leftSection={<KeyRound size={16} strokeWidth={1.75} aria-hidden />} onClick={onClick}>
      {t('accessRequests.askMore')}
    </Button>
  );
}
