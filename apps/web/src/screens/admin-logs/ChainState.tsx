import { ShieldAlert, ShieldCheck, ShieldEllipsis } from 'lucide-react';
import type { LogCheck } from '@alcove/contract';
import { logFaultText } from '../../features/notices/log-fault.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { InfoLine } from '../../ui/info-line/InfoLine.tsx';
import styles from './logs.module.css';

const icons = { checked: ShieldCheck, checking: ShieldEllipsis, late: ShieldAlert, broken: ShieldAlert } as const;

/** Before the first pass is through, nothing is known of the chain. */
function stateOf({ state, checkedTime }: LogCheck): keyof typeof icons {
  if (state === 'fault') return 'broken';
  if (state === 'late') return 'late';
  return state === 'unsealed' || checkedTime === null ? 'checking' : 'checked';
}

function wordsOf(check: LogCheck): string {
  switch (stateOf(check)) {
    case 'checked':
      return t('adminLogs.chainChecked', { time: formatTime(check.checkedTime ?? '') });
    case 'checking':
      return t('adminLogs.chainChecking');
    case 'late':
      return t('adminLogs.chainLate');
    case 'broken':
      return check.fault?.entry == null ? t('adminLogs.chainBroken') : t('adminLogs.chainBrokenAt', { entry: check.fault.entry });
  }
}

/** Up to when the chain of records was compared with its seals, or where it does not agree. */
export function ChainState({ check }: { check: LogCheck }) {
  const state = stateOf(check);
  const Icon = icons[state];
  return (
    <span className={styles.chain} data-state={state}>
      <Icon size={16} strokeWidth={1.75} aria-hidden />
      {wordsOf(check)}
    </span>
  );
}

/** Stands above the list for as long as something is wrong with the chain: nobody can put it away. */
export const ChainFault = ({ check: { fault } }: { check: LogCheck }) =>
  fault && (
    <InfoLine stops>
      <span>
        <strong className={styles.fault}>{logFaultText(fault)}</strong>
        {t('adminLogs.chainHelp')}
      </span>
    </InfoLine>
  );
