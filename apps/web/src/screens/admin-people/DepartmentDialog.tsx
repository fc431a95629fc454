import { Button, NumberInput, Select, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { FormEvent } from 'react';
import {
  calls,
  defaultLevels,
  departmentNameFault,
  failureText,
  limits,
  type AdminItem,
  type DefaultLevel,
  type ManagedDepartment,
} from '@alcove/contract';
import { call, CallFailed, failureMessage } from '../../api/index.ts';
import { currentLanguage, formatSize, t } from '../../i18n/index.ts';
import { levelName } from '../../items/level-name.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { Hint, Refused } from '../../ui/form-parts/FormParts.tsx';
import { DepartmentSelect } from './DepartmentSelect.tsx';
import { peopleChanged } from './people-queries.ts';
import { useDepartmentName } from './use-department-rows.ts';
import styles from './people.module.css';

const GB = 2 ** 30;

/** A department, or a new one below another. */
export type EditedDepartment = { department: ManagedDepartment } | { parentId: string | null };

interface DepartmentDialogProps {
  edited: EditedDepartment;
  held: readonly AdminItem[];
  onClose(): void;
}

interface Form {
  name: string;
  description: string;
  parentId: string | null;
  defaultLevel: DefaultLevel;
  quotaBy: 'none' | 'limit';
  quotaGB: number | string;
}

const formOf = (edited: EditedDepartment): Form => {
  if ('parentId' in edited)
    return { name: '', description: '', parentId: edited.parentId, defaultLevel: 'defaultRole', quotaBy: 'none', quotaGB: '' };
  const { name, description, parentId, quotaBytes, defaultLevel: held } = edited.department;
  const defaultLevel = defaultLevels.find((level) => level === held) ?? 'defaultRole';
  return {
    name,
    description,
    parentId,
    defaultLevel,
    quotaBy: quotaBytes === null ? 'none' : 'limit',
    quotaGB: quotaBytes === null ? '' : quotaBytes / GB,
  };
};
const quotaOf = ({ quotaBy, quotaGB }: Form): number | null => (quotaBy === 'none' ? null : Math.round(Number(quotaGB) * GB));

/** Creates or edits a department. */
export function DepartmentDialog({ edited, held, onClose }: DepartmentDialogProps) {
  const department = 'department' in edited ? edited.department : null;
  const [before] = useState(() => formOf(edited));
  const [form, setForm] = useState(before);
  const [faults, setFaults] = useState<{ name?: string; quotaGB?: string; other?: string }>({});
  const [busy, setBusy] = useState(false);
  const parentName = useDepartmentName(form.parentId);
  const mayName = department === null || held.includes('departments.edit');
  const directory = department?.directoryName ?? null;
  const mayLimit = held.includes('departments.quota');
  const change = (next: Partial<Form>) => {
    setFaults({});
    setForm({ ...form, ...next });
  };
  const save = async (): Promise<void> => {
    const texts = { name: form.name.trim(), description: form.description.trim() };
    const limited = mayLimit && quotaOf(form) !== quotaOf(before);
    if (!department) {
      await call(calls.adminDepartment.create, {
        ...texts,
        parentId: form.parentId,
        defaultLevel: form.defaultLevel,
        ...(limited && { quotaBytes: quotaOf(form) }),
      });
      toast.success(t('adminPeople.departmentCreated', { name: texts.name }));
      return;
    }
    const { departmentId } = department;
    const described = {
      ...(texts.name !== before.name && { name: texts.name }),
      ...(texts.description !== before.description && { description: texts.description }),
      ...(form.defaultLevel !== before.defaultLevel && { defaultLevel: form.defaultLevel }),
    };
    if (mayName && Object.keys(described).length > 0) await call(calls.adminDepartment.update, { departmentId, ...described });
    if (limited) await call(calls.adminDepartment.setQuota, { departmentId, quotaBytes: quotaOf(form) });
    toast.success(t('adminPeople.saved'));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = mayName ? departmentNameFault(form.name.trim()) : null;
    const found = {
      ...(wrong && { name: failureText(wrong, currentLanguage()) }),
      ...(form.quotaBy === 'limit' && (form.quotaGB === '' || Number(form.quotaGB) < 0) && { quotaGB: t('adminPeople.numberMissing') }),
    };
    setFaults(found);
    if (Object.keys(found).length > 0) return;
    setBusy(true);
    try {
      await save();
      onClose();
    } catch (error) {
      const field = error instanceof CallFailed ? error.field : undefined;
      setFaults({ [field === 'name' ? 'name' : field === 'quotaBytes' ? 'quotaGB' : 'other']: failureMessage(error, t('errors.unknown')) });
    } finally {
      setBusy(false);
      peopleChanged();
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={department ? t('adminPeople.editDepartmentTitle', { name: department.name }) : t('adminPeople.createDepartment')}
    >
      <form noValidate className={styles.dialogForm} onSubmit={(event) => void submit(event)}>
        {directory !== null && <Hint>{t('adminPeople.departmentOfDirectory', { name: directory })}</Hint>}
        <TextInput
          data-autofocus
          label={t('adminPeople.departmentName')}
          description={t('adminPeople.departmentNameHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          value={form.name}
          error={faults.name}
          disabled={!mayName || directory !== null}
          maxLength={300}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {!department && (
          <DepartmentSelect
            label={t('adminPeople.parent')}
            placeholder={t('adminPeople.topLevel')}
            value={form.parentId}
            name={parentName}
            onChange={(parentId) => change({ parentId })}
          />
        )}
        <Textarea
          label={t('adminPeople.description')}
          value={form.description}
          rows={2}
          disabled={!mayName}
          maxLength={limits.departmentDescriptionLength}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <Select
          label={t('adminPeople.defaultLevel')}
          description={t('adminPeople.defaultLevelHint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          allowDeselect={false}
          disabled={!mayName}
          value={form.defaultLevel}
          onChange={(defaultLevel) => defaultLevel && change({ defaultLevel })}
          data={defaultLevels.map((value) => ({ value, label: levelName(value) }))}
        />
        <div className={styles.pair}>
          <Select
            label={t('adminPeople.departmentQuota')}
            description={department ? t('adminPeople.usedHere', { size: formatSize(department.usedBytes.own) }) : undefined}
            inputWrapperOrder={['label', 'input', 'error', 'description']}
            allowDeselect={false}
            disabled={!mayLimit}
            value={form.quotaBy}
            onChange={(quotaBy) => quotaBy && change({ quotaBy })}
            data={[
              { value: 'none' as const, label: t('adminPeople.unlimited') },
              { value: 'limit' as const, label: t('adminPeople.limited') },
            ]}
          />
          {form.quotaBy === 'limit' && (
            <NumberInput
              label={`${t('adminPeople.departmentQuota')} (GB)`}
              min={0}
              thousandSeparator=","
              disabled={!mayLimit}
              value={form.quotaGB}
              error={faults.quotaGB}
              onChange={(quotaGB) => change({ quotaGB })}
            />
          )}
        </div>
        <Refused text={faults.other ?? ''} />
        <div className={styles.dialogFoot}>
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {department ? t('common.save') : t('adminPeople.createDepartment')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
