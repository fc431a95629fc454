import { TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { useId, useState, type KeyboardEvent } from 'react';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import type { Choice } from './chosen.ts';
import { FoundList } from './FoundList.tsx';
import { foundRows, optionId } from './found-rows.ts';
import { foundBy } from './people-queries.ts';

const debounceMs = 280;

interface FinderProps {
  text: string;
  onText(text: string): void;
  ids: ReadonlySet<string>;
  onToggle(choice: Choice): void;
  peopleOnly: boolean;
}

/** The search field and its results, as a combobox operated from the keyboard. Unfinished IME input is not sent. */
export function Finder({ text, onText, ids, onToggle, peopleOnly }: FinderProps) {
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [sent] = useDebouncedValue(typed.trim(), debounceMs);
  const open = text.trim() !== '';
  const asked = open ? sent : '';
  const found = useQuery(foundBy(asked));
  const rows = asked === '' ? [] : foundRows(found.data).filter(({ choice }) => !peopleOnly || choice.kind === 'person');
  const [{ of, at }, setActive] = useState({ of: '', at: 0 });
  const keyword = found.data?.keyword ?? '';
  const settled = asked !== '' && keyword === text.trim();
  // New results start with the best match active.
  const active = of === keyword ? Math.min(at, rows.length - 1) : Math.min(0, rows.length - 1);
  const change = (next: string, settled: boolean) => {
    onText(next);
    if (settled) setTyped(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown') setActive({ of: keyword, at: Math.min(active + 1, rows.length - 1) });
    else if (event.key === 'ArrowUp') setActive({ of: keyword, at: Math.max(active - 1, 0) });
    else if (event.key === 'Enter') {
      // Enter must not choose from results of an earlier keyword.
      if (rows[active] && settled) onToggle(rows[active].choice);
    } else if (event.key === 'Escape' && text !== '') {
      event.stopPropagation();
      change('', true);
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <TextInput
        size={usePhone() ? 'lg' : 'sm'}
        role="combobox"
        aria-label={t('departments.find')}
        aria-expanded={rows.length > 0}
        aria-controls={rows.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={rows[active] ? optionId(listId, active) : undefined}
        autoComplete="off"
        placeholder={t('departments.find')}
        maxLength={limits.nameLength}
        value={text}
        data-autofocus
        leftSection={<Search size={15} strokeWidth={1.75} aria-hidden />}
        onChange={(event) => change(event.currentTarget.value, !(event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event) => change(event.currentTarget.value, true)}
        onKeyDown={onKeyDown}
      />
      {open && (
        <FoundList
          id={listId}
          keyword={text.trim()}
          settled={settled}
          error={found.error}
          onRetry={() => void found.refetch()}
          onClear={() => change('', true)}
          rows={rows}
          active={active}
          ids={ids}
          onToggle={onToggle}
        />
      )}
    </>
  );
}
