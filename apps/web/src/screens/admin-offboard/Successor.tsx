import { PersonSelect, type Chosen } from '../../features/people/PersonSelect.tsx';
import { t } from '../../i18n/index.ts';

export type { Chosen };

interface SuccessorProps {
  /** For screen readers. */
  label: string;
  /** Nobody chooses the leaver. */
  leaverId: string;
  value: Chosen | null;
  error?: string | undefined;
  disabled?: boolean;
  onChange(chosen: Chosen | null): void;
}

export const Successor = ({ leaverId, ...field }: SuccessorProps) => (
  <PersonSelect {...field} w={200} size="sm" face placeholder={t('adminOffboard.choose')} exceptId={leaverId} />
);
