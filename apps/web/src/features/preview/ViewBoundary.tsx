import { Component, type ReactNode } from 'react';
import { comeBackInNewBuild, isOfMissingCode } from '../../api/new-build.ts';
import { t } from '../../i18n/index.ts';
import { ErrorState } from '../../ui/empty-state/index.ts';
import styles from './preview.module.css';

/**
 * Contains a view that crashed or whose chunk failed to load. Browsers cache a failed module load, so retrying reloads the page; its
 * address reopens the same file.
 */
export class ViewBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidCatch(error: unknown): void {
    if (isOfMissingCode(error)) void comeBackInNewBuild();
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
