import { Building2, Check } from 'lucide-react';
import type { MatchedPart } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Avatar } from '../../ui/avatar/Avatar.tsx';
import type { Choice } from './chosen.ts';
import { Marked } from '../../ui/marked/Marked.tsx';
import styles from './people.module.css';

/** A department's full path; the row truncates it, the tooltip shows all of it. */
export const wholePath = (path: readonly string[]): string => path.join(' / ');
const shortPath = (path: readonly string[]): string => (path.length > 2 ? `… / ${wholePath(path.slice(-2))}` : wholePath(path));

export function Picture({ choice, size }: { choice: Choice; size: number }) {
  if (choice.kind === 'person') return <Avatar id={choice.id} name={choice.name} size={size} />;
  return (
    <span className={styles.building} style={{ width: size, height: size }} aria-hidden>
      <Building2 size={Math.round(size * 0.56)} strokeWidth={1.75} />
    </span>
  );
}

/** A visual check box only; the row itself has the state for screen readers. */
export function Tick({ on }: { on: boolean }) {
  return (
    <span className={styles.tick} data-on={on || undefined} aria-hidden>
      {on && <Check size={12} strokeWidth={3.2} />}
    </span>
  );
}

interface ChoiceFaceProps {
  choice: Choice;
  nameMatch?: MatchedPart | undefined;
  accountMatch?: MatchedPart | undefined;
  /** False in the tree, which shows the location by itself. */
  withPath?: boolean;
}

/** A person or department: avatar, name, account or head count, and location. */
export function ChoiceFace({ choice, nameMatch, accountMatch, withPath = true }: ChoiceFaceProps) {
  return (
    <>
      <Picture choice={choice} size={26} />
      <span className={styles.name} title={choice.name}>
        <Marked text={choice.name} parts={nameMatch ? [nameMatch] : []} />
      </span>
      <span className={styles.fact}>
        {choice.kind === 'person' ? (
          <Marked text={choice.accountName} parts={accountMatch ? [accountMatch] : []} />
        ) : (
          t('common.people', { n: choice.people })
        )}
      </span>
      {withPath && choice.path.length > 0 && (
        <span className={styles.path} title={wholePath(choice.path)}>
          {shortPath(choice.path)}
        </span>
      )}
    </>
  );
}
