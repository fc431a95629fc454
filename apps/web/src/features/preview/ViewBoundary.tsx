import { Component, type ReactNode } from 'react';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import styles from './preview.module.css';

/**
 * A view that broke, or whose part of the application did not arrive, leaves the rest of the page as it is. A browser remembers that
 * a part did not arrive: the page is loaded again, and its address opens the same file.
 */
export class ViewBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <div className={styles.message}>
        <ErrorState title={t('preview.failed')} error={error} onRetry={() => location.reload()} />
      </div>
    );
  }
}
