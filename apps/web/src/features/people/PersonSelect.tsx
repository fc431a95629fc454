import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { colleaguesNamed } from './people-queries.ts';

export interface Chosen {
  userId: string;
  name: string;
}

interface PersonSelectProps extends Pick<SelectProps, 'w' | 'ms' | 'size' | 'placeholder' | 'disabled'> {
  /** For screen readers. */
  label: string;
  value: Chosen | null;
  error?: string | undefined;
  /** Whom nobody chooses here. */
  exceptId?: string;
  /** A face before the name. */
  face?: boolean;
  onChange(chosen: Chosen | null): void;
}

/** Chooses one colleague by name, account or pinyin. */
export function PersonSelect({ label, value, exceptId, face = false, onChange, ...field }: PersonSelectProps) {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const name = (chosen?.userId === value?.userId && chosen?.name) || value?.name || label;
  const keyword = useSettled(typed.trim() === name ? '' : typed.trim(), 200);
  const { data: found, isFetching } = useQuery(colleaguesNamed(keyword));
  const people = (keyword === '' ? [] : (found ?? [])).filter(({ userId }) => userId !== exceptId && userId !== value?.userId);
  const data = people.map((one) => ({ value: one.userId, label: `${one.userRealName} · ${one.userName}` }));
  const Face = value ? <Avatar id={value.userId} name={name} size={20} /> : <UserRound size={15} strokeWidth={1.75} aria-hidden />;
  return (
    <Select
      {...field}
      aria-label={label}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('common.clear') }}
      comboboxProps={{ width: 260, position: face ? 'bottom-end' : 'bottom' }}
      {...(face && { leftSection: Face })}
      nothingFoundMessage={isFetching ? t('common.loading') : t('common.nothingFound')}
      data={value ? [{ value: value.userId, label: name }, ...data] : data}
      filter={({ options }) => options}
      value={value?.userId ?? null}
      onSearchChange={setTyped}
      onChange={(id) => {
        const person = people.find(({ userId }) => userId === id);
        const next = id === null ? null : person ? { userId: person.userId, name: person.userRealName } : value;
        setChosen(next);
        onChange(next);
      }}
    />
  );
}
