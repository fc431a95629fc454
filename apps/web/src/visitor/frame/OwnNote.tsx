import { Eye } from 'lucide-react';
import type { LinkContent } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { icon } from '../ui/icon.ts';
import styles from './OwnNote.module.css';

/** A strip for the link's creator, who looks at what visitors see. */
export function OwnNote({ of }: { of: LinkContent['ownPreview'] }) {
  if (!of) return null;
  return (
    <div className={styles.note} role="status">
      <Eye {...icon} />
      <span>{t(of.password ? 'visitor.ownPassword' : 'visitor.own')}</span>
    </div>
  );
}
