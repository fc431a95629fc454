import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { LockOut, OwnAddress } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { objectText } from './rule-words.ts';
import styles from './allowlist.module.css';

interface LockOutNoteProps {
  lockOut: LockOut;
  own: OwnAddress;
  onAdd(address: string): void;
}

/** Whom the rule would shut out, and the two addresses that mend it for its author. */
export function LockOutNote({ lockOut: { object, objectName, others, lastAdministrator }, own, onAdd }: LockOutNoteProps) {
  const isBad = object !== null || lastAdministrator;
  const title = object !== null ? 'locked' : lastAdministrator ? 'lockedLast' : 'lockedOthersTitle';
  return (
    <div role="alert" className={styles.lockOut} data-bad={isBad || undefined}>
      <strong>{t(`adminAllowlist.${title}`)}</strong>
      {object !== null && <p>{t('adminAllowlist.lockedText', { address: own.address, name: objectText(object, objectName) })}</p>}
      {others > 0 && <p>{t('adminAllowlist.lockedOthers', { n: others })}</p>}
      {object !== null && (
        <div className={styles.mend}>
          {[own.address, own.network].map(
            (address) =>
              address !== null && (
                <Button
                  key={address}
                  size="xs"
                  variant="default"
                  leftSection={<Plus size={14} aria-hidden />}
                  onClick={() => onAdd(address)}
                >
                  {t('adminAllowlist.add', { address })}
                </Button>
              ),
          )}
        </div>
      )}
    </div>
  );
}
