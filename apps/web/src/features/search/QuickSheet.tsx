import { ActionIcon } from '@mantine/core';
import { ArrowLeft } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { QuickField } from './QuickField.tsx';
import styles from './search.module.css';

/** A back button, the field, and its results over the rest of the screen. */
export function QuickSheet({ onClose }: { onClose: () => void }) {
  return (
    <search className={styles.touch}>
      <ActionIcon size={44} aria-label={t('common.back')} onClick={onClose}>
        <ArrowLeft size={20} strokeWidth={1.75} aria-hidden />
      </ActionIcon>
      <QuickField touch />
    </search>
  );
}
