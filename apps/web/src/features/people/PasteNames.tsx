import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { calls, failureText, limits } from '@alcove/contract';
import type { MatchedName } from '@alcove/contract';
import { useAction } from '../../ui/use-action.ts';
import { currentLanguage, formatParts, t } from '../../i18n/index.ts';
import { usePhone } from '../../ui/use-media.ts';
import { personChoice, type Choice } from './chosen.ts';
import { ChoiceFace, Tick } from './ChoiceFace.tsx';
import { pasteLines } from './paste-lines.ts';
import shared from './people.module.css';
import styles from './PasteNames.module.css';

interface PasteNamesProps {
  ids: ReadonlySet<string>;
  onAdd(choices: readonly Choice[]): void;
}

/**
 * Adds people from a pasted list. Unique matches are added at once, the person chooses among several matches, and names without a match are
 * reported.
 */
export function PasteNames({ ids, onAdd }: PasteNamesProps) {
  const [text, setText] = useState('');
  const [lines, setLines] = useState<readonly MatchedName[]>([]);
  const match = useAction(calls.search.matchNames, {
    onDone: (found) => {
      setLines(found);
      onAdd(found.flatMap(({ people, total }) => (total === 1 ? people.map(personChoice) : [])));
    },
  });
  const names = pasteLines(text);
  const tooMany = names.length > limits.namesPerPaste;
  const several = lines.filter(({ total }) => total > 1);
  const nobody = lines.filter(({ total }) => total === 0);
  const found = lines.length - several.length - nobody.length;
  return (
    <div className={styles.paste}>
      <Textarea
        aria-label={t('departments.pasteLabel')}
        placeholder={t('departments.pasteHint')}
        rows={5}
        value={text}
        error={tooMany && failureText('TOO_MANY_PEOPLE', currentLanguage(), { limit: limits.namesPerPaste })}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        variant="default"
        size={usePhone() ? 'lg' : 'xs'}
        className={styles.match}
        disabled={names.length === 0 || tooMany}
        loading={match.isPending}
        onClick={() => match.mutate({ names })}
      >
        {t('departments.match', { count: names.length })}
      </Button>
      <p className={shared.note} role="status">
        {lines.length > 0 &&
          formatParts(
            [found, t('departments.matched', { n: found })],
            [several.length, t('departments.matchedSeveral', { n: several.length })],
            [nobody.length, t('departments.matchedNobody', { n: nobody.length })],
          )}
      </p>
      {several.map((line) => (
        <fieldset key={line.name} className={styles.several}>
          <legend>{t('departments.severalNamed', { name: line.name, count: line.total })}</legend>
          {line.people.map(personChoice).map((choice) => (
            <button
              key={choice.id}
              type="button"
              className={shared.row}
              aria-pressed={ids.has(choice.id)}
              data-chosen={ids.has(choice.id) || undefined}
              onClick={() => onAdd([choice])}
            >
              <Tick on={ids.has(choice.id)} />
              <ChoiceFace choice={choice} />
            </button>
          ))}
        </fieldset>
      ))}
      {nobody.length > 0 && (
        <section className={styles.nobody} aria-label={t('departments.nobodyNamed')}>
          <b>{t('departments.nobodyNamed')}</b>
          <p>{nobody.map(({ name }) => name).join(t('common.comma'))}</p>
        </section>
      )}
    </div>
  );
}
