import { Button, Group as Row, NumberInput, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { calls, limits, nameFault, type Group } from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { formatSize, t } from '../../i18n/index.ts';
import { capacityQuery, refreshCapacity } from '../../api/current-user.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { groupsChanged } from './group-queries.ts';

const GB = 2 ** 30;
type Field = 'groupName' | 'preallocatedSize';

interface GroupDialogProps {
  opened: boolean;
  /** The group to edit; missing when creating one. */
  group?: Group | undefined;
  onClose(): void;
  onDone?(group: Group): void;
}

export function GroupDialog({ opened, group, onClose, onDone }: GroupDialogProps) {
  const title = t(group ? 'groups.edit' : 'groups.create');
  return (
    <Dialog opened={opened} onClose={onClose} title={title}>
      {opened && <Form group={group} onClose={onClose} onDone={onDone} />}
    </Dialog>
  );
}

function Form({ group, onClose, onDone }: Pick<GroupDialogProps, 'group' | 'onClose' | 'onDone'>) {
  const { data: capacity } = useQuery(capacityQuery);
  const [name, setName] = useState(group?.groupName ?? '');
  const [description, setDescription] = useState(group?.description ?? '');
  const [size, setSize] = useState<string | number>(group ? group.preallocatedSize / GB : 10);
  const [refused, setRefused] = useState<{ field: Field | null; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const mayResize = !group || group.identity === 'owner';
  const resized = !group || Number(size) * GB !== group.preallocatedSize;
  const refusedAt = (field: Field) => (refused?.field === field ? refused.message : undefined);

  const problem = (): { field: Field; message: string } | null => {
    if (nameFault(name.trim(), limits.groupNameLength) === 'NAME_EMPTY') return { field: 'groupName', message: t('groups.nameNeeded') };
    if (resized && !(Number.isInteger(size) && Number(size) > 0)) return { field: 'preallocatedSize', message: t('groups.sizeWrong') };
    return null;
  };
  const submit = async () => {
    const found = problem();
    setRefused(found);
    if (found || busy) return;
    setBusy(true);
    const fields = { groupName: name.trim(), description: description.trim() };
    const bytes = { preallocatedSize: Number(size) * GB };
    try {
      const done = group
        ? await call(calls.group.editGroup, { groupId: group.groupId, ...fields, ...(mayResize && resized && bytes) })
        : await call(calls.group.createGroup, { ...fields, ...bytes });
      refreshCapacity();
      void groupsChanged();
      onClose();
      onDone?.(done);
    } catch (error) {
      const field = error instanceof CallFailed && (error.field === 'groupName' || error.field === 'preallocatedSize') ? error.field : null;
      setRefused({ field, message: failureMessage(error, t('errors.unknown')) });
      setBusy(false);
    }
  };
  const free =
    capacity &&
    (capacity.isLimist === '0'
      ? t('groups.sizeUnlimited')
      : t('groups.sizeHint', { free: formatSize(capacity.totalSize - capacity.usedSize) }));
  const sizeHint = !mayResize
    ? t('groups.sizeLeaderOnly')
    : group && group.usedSize > 0
      ? t('groups.sizeUsed', { used: formatSize(group.usedSize) })
      : free;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <TextInput
        label={t('groups.name')}
        value={name}
        error={refusedAt('groupName')}
        description={t('groups.nameHint')}
        data-autofocus
        maxLength={300}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Textarea
        mt={16}
        label={`${t('groups.description')} · ${t('groups.optional')}`}
        value={description}
        rows={3}
        maxLength={limits.groupDescriptionLength}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <NumberInput
        mt={16}
        label={t('groups.size')}
        value={size}
        error={refusedAt('preallocatedSize')}
        description={sizeHint}
        disabled={!mayResize}
        min={0}
        suffix=" GB"
        thousandSeparator=","
        onChange={setSize}
      />
      {refused?.field === null && (
        <p role="alert" style={{ margin: '12px 0 0', color: 'var(--danger)', fontSize: 13 }}>
          {refused.message}
        </p>
      )}
      <Row justify="flex-end" gap={8} mt={20}>
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button type="submit" loading={busy}>
          {t(group ? 'groups.save' : 'groups.create')}
        </Button>
      </Row>
    </form>
  );
}
