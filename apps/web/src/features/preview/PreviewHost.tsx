import { Loader, Portal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, type ComponentProps } from 'react';
import { t } from '../../i18n/index.ts';
import styles from './preview-host.module.css';

const PreviewOverlay = lazy(() => import('./PreviewOverlay.tsx'));

/** The preview, whose code is loaded with its first use. */
export function PreviewHost(props: ComponentProps<typeof PreviewOverlay>) {
  return (
    <Suspense fallback={<Coming name={props.item.instanceName} onClose={props.onClose} />}>
      <PreviewOverlay {...props} />
    </Suspense>
  );
}

/** Covers the list while the code is on the way, so that keys and clicks no longer mean the list. Escape closes it like the preview. */
function Coming({ name, onClose }: { name: string; onClose(): void }) {
  useWindowEvent(
    'keydown',
    (event) => {
      event.stopPropagation();
      if (event.key === 'Escape') onClose();
    },
    true,
  );
  return (
    <Portal>
      <div
        className={styles.coming}
        role="dialog"
        aria-modal="true"
        aria-busy
        aria-label={t('preview.label', { name })}
        data-preview
        data-mantine-color-scheme="dark"
      >
        <Loader size="sm" color="gray" />
      </div>
    </Portal>
  );
}
