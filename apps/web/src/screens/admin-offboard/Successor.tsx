import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { colleaguesNamed } from './offboard-queries.ts';

export interface Chosen {
  userId: string;
  name: string;
}

interface SuccessorProps {
  /** For screen readers. */
  label: string;
  /** Nobody chooses the leaver. */
  leaverId: string;
  value: Chosen | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange(chosen: Chosen | null): void;
}

/** Chooses one colleague by name, account or pinyin. */
export function Successor({ label, leaverId, value, error, disabled = false, onChange }: SuccessorProps) {
  const [typed, setTyped] = useState('');
  const keyword = useSettled(typed.trim() === value?.name ? '' : typed.trim(), 200);
  const { data: found, isFetching } = useQuery(colleaguesNamed(keyword));
  const people = (keyword === '' ? [] : (found ?? [])).filter(({ userId }) => userId !== leaverId);
  const choices = people.map((one) => ({ value: one.userId, label: `${one.userRealName} · ${one.userName}` }));
  const data =
    value && !choices.some((one) => one.value === value.userId) ? [{ value: value.userId, label: value.name }, ...choices] : choices;
  return (
    <Select
      w={200}
      size="sm"
      aria-label={label}
      placeholder={t('adminOffboard.choose')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      leftSection={
        value ? <Avatar id={value.userId} name={value.name} size={20} /> : <UserRound size={15} strokeWidth={1.75} aria-hidden />
      }
      data={data}
      filter={({ options }) => options}
      value={value?.userId ?? null}
      error={error}
      disabled={disabled}
      comboboxProps={{ width: 260, position: 'bottom-end' }}
      nothingFoundMessage={isFetching ? t('common.loading') : t('adminOffboard.noneFound')}
      onSearchChange={setTyped}
      onChange={(id) => {
        const person = people.find(({ userId }) => userId === id);
        onChange(id === null ? null : person ? { userId: person.userId, name: person.userRealName } : value);
      }}
    />
  );
}
