import { ActionIcon, TextInput } from '@mantine/core';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../i18n/index.ts';
import { usePhone } from '../use-media.ts';

const debounceMs = 280;

interface FilterBoxProps {
  keyword: string;
  label?: string;
  /** The field is what the screen begins with. */
  wide?: boolean;
  onKeyword(keyword: string): void;
}

/** Filters the list while the person types; unfinished IME input is not sent. */
export function FilterBox({ keyword, label = t('files.filterHere'), wide = false, onKeyword }: FilterBoxProps) {
  const phone = usePhone();
  const [text, setText] = useState(keyword);
  const [shown, setShown] = useState(keyword);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef<string | null>(null);
  // The keyword in the address changed, by another folder or by back: it replaces the field's text.
  if (shown !== keyword) {
    setShown(keyword);
    setText(keyword);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const flush = () => {
    clearTimeout(timer.current);
    if (waiting.current !== null) onKeyword(waiting.current.trim());
    waiting.current = null;
  };
  const send = (next: string, wait: number) => {
    clearTimeout(timer.current);
    waiting.current = next;
    timer.current = setTimeout(flush, wait);
  };
  return (
    <TextInput
      size={phone ? 'lg' : 'xs'}
      style={
        phone
          ? { flex: '1 1 100%', marginInlineStart: 8 }
          : { flex: wide ? '0 1 360px' : '0 1 180px', minWidth: 92, ...(wide && { marginInlineStart: 8 }) }
      }
      data-filter
      value={text}
      placeholder={label}
      aria-label={label}
      maxLength={128}
      leftSection={<Search size={14} strokeWidth={1.75} aria-hidden />}
      rightSection={
        text !== '' && (
          <ActionIcon
            size="sm"
            aria-label={t('files.clearFilter')}
            onClick={() => {
              setText('');
              send('', 0);
            }}
          >
            <X size={14} aria-hidden />
          </ActionIcon>
        )
      }
      onChange={(event) => {
        setText(event.currentTarget.value);
        if (!(event.nativeEvent as InputEvent).isComposing) send(event.currentTarget.value, debounceMs);
      }}
      // Whoever leaves the field may leave the screen: a keyword that came later would call them back.
      onBlur={flush}
      onCompositionEnd={(event) => send(event.currentTarget.value, debounceMs)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && text !== '') {
          event.stopPropagation();
          setText('');
          send('', 0);
        }
      }}
    />
  );
}
