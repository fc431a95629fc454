import { ActionIcon, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useId, useState, type KeyboardEvent, type Ref } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { limits } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { QuickList } from './QuickList.tsx';
import { quickRows } from './quick-rows.ts';
import { firstSearch, readSearch, writeSearch } from './search-filter.ts';
import { quickSearch } from './search-queries.ts';
import { useSettled } from '../../ui/use-settled.ts';
import styles from './search.module.css';

const typingMs = 150;
const mac = /mac|iphone|ipad/i.test(navigator.userAgent);

interface QuickFieldProps {
  ref?: Ref<HTMLInputElement>;
  /** The phone's form: it takes the focus at once, and its results fill the sheet. */
  touch?: boolean;
}

/** A search field with results below it: arrow keys move, Enter opens, Escape closes and then clears. */
export function QuickField({ ref, touch = false }: QuickFieldProps) {
  const { pathname, search, key } = useLocation();
  const asked = pathname === '/search' ? readSearch(new URLSearchParams(search)).keyword : '';
  const [text, setText] = useState(asked);
  const [composing, setComposing] = useState(false);
  const [opened, setOpened] = useState(touch && text !== '');
  const [active, setActive] = useState(-1);
  const [at, setAt] = useState(key);
  const [typing, setTyping] = useState(false);
  // Every navigation closes the results; the field then shows the page's keyword. Whoever began to type while a page was loading goes on.
  if (at !== key) {
    setAt(key);
    if (!typing) {
      setOpened(false);
      setText(asked);
    }
  }
  const listId = useId();
  const navigate = useNavigate();
  const keyword = text.trim();
  const settled = useSettled(composing ? '' : keyword, typingMs);
  const { data, isError } = useQuery(quickSearch(settled));
  const shown = opened && keyword !== '';
  const rows = quickRows(shown && settled !== '' ? data : undefined, keyword);
  const chosen = active >= 0 && active < rows.length ? active : -1;

  const go = (address: string) => {
    setTyping(false);
    void navigate(address);
  };
  const change = (next: string) => {
    setTyping(next !== '');
    setText(next);
    setOpened(true);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setOpened(true);
      if (rows.length > 0) setActive((chosen + step + rows.length + (chosen < 0 && step < 0 ? 1 : 0)) % rows.length);
    } else if (event.key === 'Enter' && keyword !== '') {
      event.preventDefault();
      const row = shown ? rows[chosen] : undefined;
      go(row ? row.address : `/search?${writeSearch({ ...firstSearch, keyword })}`);
    } else if (event.key === 'Escape' && !touch) {
      if (shown) setOpened(false);
      else if (text !== '') change('');
      else event.currentTarget.blur();
    }
  };
  return (
    <div
      className={touch ? styles.fieldTouch : styles.fieldPlace}
      onBlur={(event) => {
        if (event.currentTarget.contains(event.relatedTarget)) return;
        setTyping(false);
        if (!touch) setOpened(false);
      }}
    >
      <div className={styles.field}>
        <Search size={16} strokeWidth={1.75} aria-hidden />
        <input
          ref={ref}
          type="text"
          role="combobox"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          data-autofocus={touch || undefined}
          value={text}
          maxLength={limits.nameLength}
          placeholder={t('search.placeholder')}
          aria-label={t('search.label')}
          aria-expanded={shown}
          aria-controls={shown ? listId : undefined}
          aria-autocomplete="list"
          aria-activedescendant={shown && chosen >= 0 ? `${listId}-${chosen}` : undefined}
          onChange={(event) => change(event.currentTarget.value)}
          onCompositionStart={() => setComposing(true)}
          onCompositionEnd={() => setComposing(false)}
          onFocus={() => setOpened(true)}
          onKeyDown={onKeyDown}
        />
        {text !== '' ? (
          <ActionIcon size={touch ? 44 : 26} aria-label={t('search.clear')} onClick={() => change('')}>
            <X size={15} strokeWidth={1.75} aria-hidden />
          </ActionIcon>
        ) : (
          !touch && (
            <Kbd className={styles.keys ?? ''} aria-hidden>
              {mac ? '⌘ K' : 'Ctrl K'}
            </Kbd>
          )
        )}
      </div>
      {shown && (
        <QuickList
          id={listId}
          rows={rows}
          keyword={keyword}
          state={isError ? 'error' : data === undefined || settled === '' ? 'loading' : 'ready'}
          active={chosen}
          touch={touch}
          onPick={(row) => go(row.address)}
        />
      )}
    </div>
  );
}
