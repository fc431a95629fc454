import { memo, type ReactNode } from 'react';
import { formatSize } from '../../i18n/index.ts';
import { FileName } from '../../items/FileName.tsx';
import { kindOfName } from '../../items/file-kind.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import styles from './Row.module.css';

export interface RowBar {
  label: string;
  /** 0 to 100. */
  value: number;
  tone: 'accent' | 'info' | 'quiet' | 'danger';
}
interface RowProps {
  name: string;
  path: readonly string[];
  size: number;
  bar?: RowBar | null;
  mark?: ReactNode;
  state: string;
  failed?: boolean;
  actions?: ReactNode;
  phone: boolean;
}

/** One file: icon, name, how far it is, and what can be done with it. */
export function Row({ name, path, size, bar, mark, state, failed = false, actions, phone }: RowProps) {
  return (
    <li className={styles.row}>
      <Mark name={name} size={phone ? 34 : 28} />
      <div className={styles.words}>
        <div className={styles.top}>
          <span className={styles.name} title={[...path, name].join(' / ')}>
            <Name name={name} />
          </span>
          <span className={styles.size}>{formatSize(size)}</span>
        </div>
        {bar && (
          <div
            className={styles.bar}
            data-tone={bar.tone}
            role="progressbar"
            aria-label={bar.label}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.floor(bar.value)}
          >
            <span style={{ scale: `${bar.value / 100} 1` }} />
          </div>
        )}
        <p className={styles.state} data-failed={failed || undefined}>
          {mark}
          <span>{state}</span>
        </p>
      </div>
      <div className={styles.actions}>{actions}</div>
    </li>
  );
}

// Figures change several times a second; these do not.
const Name = memo(FileName);
const Mark = memo(function Mark({ name, size }: { name: string; size: number }) {
  return <FileIcon kind={kindOfName(name)} size={size} />;
});
