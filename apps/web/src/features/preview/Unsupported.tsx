import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import styles from './preview.module.css';

/** Says that there is no preview, and offers a download to those who may download. */
export function Unsupported({ title, onDownload }: { title: string; onDownload: (() => void) | undefined }) {
  return (
    <div className={styles.message}>
      <StateView
        object="tile"
        role="status"
        title={title}
        text={t('preview.unsupportedText')}
        actions={
          onDownload && (
            <Button leftSection={<Download size={16} strokeWidth={1.75} aria-hidden />} onClick={onDownload}>
              {t('preview.download')}
            </Button>
          )
        }
      />
    </div>
  );
}
