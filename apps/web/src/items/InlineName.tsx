import { useEffect, useRef, useState } from 'react';
import { currentLanguage, t } from '../i18n/index.ts';
import { allowed } from '../api/current-user.ts';
import { nameProblem } from './name-problem.ts';
import { splitName } from '@alcove/contract';
import styles from './InlineName.module.css';

interface InlineNameProps {
  name: string;
  folder: boolean;
  others: readonly string[];
  /** Rejects when the server refuses: the field stays. */
  onSave(name: string): Promise<void>;
  onClose(): void;
}

/** A name being changed in its place. Enter saves, Esc leaves it; leaving the field saves what is sound. The extension is not preselected. */
export function InlineName({ name, folder, others, onSave, onClose }: InlineNameProps) {
  const [text, setText] = useState(name);
  const [saving, setSaving] = useState(false);
  /** What the server did not take: leaving the field does not try it again. */
  const [refused, setRefused] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const done = useRef(false);
  const problem = nameProblem({
    name: text,
    renaming: { before: name, isFile: !folder, most: allowed().renameLength },
    others,
    language: currentLanguage(),
    taken: t('files.nameTaken'),
  });
  useEffect(() => {
    field.current?.focus();
    field.current?.setSelectionRange(0, folder ? name.length : splitName(name).stem.length);
  }, [name, folder]);
  const close = () => {
    if (!done.current) {
      done.current = true;
      onClose();
    }
  };
  const save = async (leaving: boolean) => {
    if (done.current || saving) return;
    if (text === name || (leaving && (problem || text === refused))) return close();
    if (problem) return;
    setSaving(true);
    await onSave(text.normalize('NFC')).then(close, () => {
      setSaving(false);
      setRefused(text);
      field.current?.focus();
    });
  };
  return (
    <span className={styles.inlineName} data-no-marquee>
      <input
        ref={field}
        className={styles.inlineField}
        value={text}
        readOnly={saving}
        maxLength={300}
        aria-label={t('files.nameLabel')}
        aria-invalid={problem !== null}
        data-problem={problem ? true : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => void save(true)}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onKeyDown={(event) => {
          event.stopPropagation();
          // Enter that ends a composition belongs to the input method.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') void save(false);
          if (event.key === 'Escape') close();
        }}
      />
      {problem && (
        <span className={styles.inlineProblem} role="alert">
          {problem}
        </span>
      )}
    </span>
  );
}
