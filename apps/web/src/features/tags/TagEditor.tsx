import { ActionIcon, Autocomplete, Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { foldName, limits, type Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { may } from '../../items/may.ts';
import { setTag, tagSuggestions } from './tag-actions.ts';
import styles from './tags.module.css';

/** An item's tags with their count of five; people with the right can add and remove them. */
export function TagEditor({ item, tags }: { item: Instance; tags: readonly string[] }) {
  const [adding, setAdding] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const offline = !useOnline();
  const edits = may(item, 'tag') && !offline;
  const full = tags.length >= limits.tagsPerFile;
  const close = () => {
    setAdding(false);
    requestAnimationFrame(() => opener.current?.focus());
  };
  return (
    <div className={styles.editor}>
      <ul className={styles.tags} aria-label={t('files.tags')}>
        {tags.map((tag) => (
          <li key={tag}>
            <Badge
              classNames={{ label: styles.label ?? '' }}
              title={tag}
              rightSection={
                edits && (
                  <ActionIcon
                    size={14}
                    className={styles.off}
                    aria-label={t('tags.remove', { tag })}
                    title={t('tags.remove', { tag })}
                    onClick={() => void setTag(item, tag, false)}
                  >
                    <X size={11} aria-hidden />
                  </ActionIcon>
                )
              }
            >
              {tag}
            </Badge>
          </li>
        ))}
        {tags.length === 0 && !edits && <li className={styles.none}>{t('files.noTags')}</li>}
      </ul>
      {edits && !full && !adding && (
        <button ref={opener} type="button" className={styles.add} onClick={() => setAdding(true)}>
          <Plus size={12} aria-hidden />
          {t('tags.add')}
        </button>
      )}
      <span className={styles.count} aria-label={t('tags.counted', { n: tags.length, most: limits.tagsPerFile })}>
        {tags.length} / {limits.tagsPerFile}
      </span>
      {adding && <TagField item={item} tags={tags} onClose={close} />}
    </div>
  );
}

/** Enter adds the typed or chosen tag and keeps the field open; Esc or leaving it empty closes it. */
function TagField({ item, tags, onClose }: { item: Instance; tags: readonly string[]; onClose(): void }) {
  const [text, setText] = useState('');
  const { data } = useQuery(tagSuggestions(item));
  const put = async (tag: string) => {
    const typed = tag.trim();
    if (typed === '') return onClose();
    setText('');
    if (!(await setTag(item, typed, true))) setText(typed);
    else if (tags.length + 1 >= limits.tagsPerFile) onClose();
  };
  const taken = new Set(tags.map(foldName));
  return (
    <Autocomplete
      className={styles.field ?? ''}
      size="xs"
      data-autofocus
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because its button was pressed
      autoFocus
      value={text}
      data={(data?.tags ?? []).filter((tag) => !taken.has(foldName(tag)))}
      maxLength={limits.tagLength * 2}
      limit={6}
      placeholder={t('tags.placeholder')}
      aria-label={t('tags.placeholder')}
      onChange={setText}
      onOptionSubmit={(tag) => void put(tag)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') {
          event.stopPropagation();
          onClose();
        }
        // An active option submits itself.
        if (event.key === 'Enter' && !event.currentTarget.getAttribute('aria-activedescendant')) void put(text);
      }}
      onBlur={() => {
        if (text.trim() === '') onClose();
      }}
    />
  );
}
