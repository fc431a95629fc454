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
  /** Rejects when the server refuses; the field then stays open. */
  onSave(name: string): Promise<void>;
  onClose(): void;
}

/** Edits a name in place. Enter saves, Esc cancels, blur saves a valid name. The extension is not preselected. */
export function InlineName({ name, folder, others, onSave, onClose }: InlineNameProps) {
  const [text, setText] = useState(name);
  const [saving, setSaving] = useState(false);
  /** The name the server refused: blur does not send it again. */
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
          // Enter that ends an IME composition does not save.
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
