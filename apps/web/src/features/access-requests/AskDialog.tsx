import { Button, Group, Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { calls, limits } from '@alcove/contract';
import type { AccessLevel } from '@alcove/contract';
import { failureMessage } from '../../api/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { useAction } from '../../ui/use-action.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import type { Frame, Wanted } from './access-dialogs.ts';
import { accessKey, wantedItem } from './access-request-queries.ts';
import { levelName } from '../../items/level-name.ts';
import styles from './access-requests.module.css';

interface AskDialogProps extends Frame {
  wanted: Wanted;
}

/** Requests access from whoever manages the item. It reveals nothing about a hidden item, not even whether it exists. */
export default function AskDialog({ wanted: { instanceId, name, levels }, ...frame }: AskDialogProps) {
  const [message, setMessage] = useState('');
  const [level, setLevel] = useState<AccessLevel>(levels[0] ?? 'viewOnly');
  const ask = useAction(calls.access.request, {
    refreshes: [accessKey],
    quiet: true,
    onDone: () => {
      toast.success(t('accessRequests.sent'));
      frame.onClose();
    },
  });
  return (
    <Dialog {...frame} title={name === null ? t('accessRequests.askTitle') : t('accessRequests.askTitleNamed', { name })}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (!ask.isPending) ask.mutate({ instanceId, message, item: wantedItem(level) });
        }}
      >
        <p className={styles.hint}>{t(name === null ? 'accessRequests.askHint' : 'accessRequests.askHintNamed')}</p>
        {levels.length > 0 && (
          <Select
            label={t('accessRequests.wanted')}
            data={levels.map((value) => ({ value, label: levelName(value) }))}
            value={level}
            onChange={(value) => value && setLevel(value)}
          />
        )}
        <Textarea
          label={t('accessRequests.message')}
          placeholder={t('accessRequests.messagePlaceholder')}
          rows={3}
          maxLength={limits.accessMessageLength}
          value={message}
          description={t('accessRequests.messageCount', { n: message.length, limit: limits.accessMessageLength })}
          inputWrapperOrder={['label', 'input', 'description']}
          data-autofocus
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        {ask.error && (
          <p className={styles.problem} role="alert">
            {failureMessage(ask.error, t('errors.unknown'))}
          </p>
        )}
        <Group justify="flex-end" gap={8} mt={4}>
          <Button variant="default" onClick={frame.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={ask.isPending}>
            {t('accessRequests.send')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
