import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { calls, limits, type Link } from '@alcove/contract';
import { call, failureMessage } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import type { DialogFrame } from './link-dialogs.ts';
import { linksChanged } from './link-queries.ts';

/** Changes a link's name; the file keeps its own. */
export default function RenameLinkDialog({ link, ...frame }: DialogFrame & { link: Link }) {
  const [name, setName] = useState(link.name);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async () => {
    const next = name.trim();
    if (next === '') return setFault(t('links.nameEmpty'));
    if (next === link.name) return frame.onClose();
    setBusy(true);
    try {
      await call(calls.link.rename, { linkPath: link.linkPath, name: next });
      toast.success(t('links.renamed'));
      frame.onClose();
    } catch (error) {
      setFault(failureMessage(error, t('errors.unknown')));
    } finally {
      setBusy(false);
      linksChanged();
    }
  };
  return (
    <Dialog {...frame} title={t('links.renameTitle')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) void submit();
        }}
      >
        <TextInput
          label={t('links.name')}
          description={t('links.nameHint')}
          value={name}
          error={fault}
          maxLength={limits.nameLength}
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setFault(undefined);
          }}
        />
        <Group justify="flex-end" gap={8} mt={20}>
          <Button variant="default" onClick={frame.onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {t('common.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  );
}
