import { Eye, EyeOff } from 'lucide-react';
import { useEffect } from 'react';
import type { LinkContent } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { lookAgain } from '../link/visit.ts';
import { icon } from '../ui/icon.ts';
import styles from './OwnNote.module.css';

const lookAgainMs = 20_000;

/** A strip for the link's creator, who looks at what visitors see, or will see once the link is verified. */
export function OwnNote({ of }: { of: LinkContent['ownPreview'] }) {
  const verifying = of?.verifying === true;
  useEffect(() => {
    if (!verifying) return;
    const timer = setInterval(() => void lookAgain(), lookAgainMs);
    return () => clearInterval(timer);
  }, [verifying]);
  if (!of) return null;
  const Icon = verifying ? EyeOff : Eye;
  return (
    <div className={styles.note} role="status" data-verifying={verifying || undefined}>
      <Icon {...icon} />
      <span>{t(verifying ? 'visitor.ownVerifying' : of.password ? 'visitor.ownPassword' : 'visitor.own')}</span>
    </div>
  );
}
