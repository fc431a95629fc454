import { Component, type ReactNode } from 'react';
import { comeBackInNewBuild, isOfMissingCode } from '../../api/new-build.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../toast/toast.ts';

interface Props {
  children: ReactNode;
  /** What is shown in its place. Without it nothing is, and a toast says so. */
  instead?(error: unknown): ReactNode;
}

/** Contains a part of the page whose code is gone: the screen beside it, and what was typed there, stay until the page is loaded anew. */
export class PartBoundary extends Component<Props, { error: unknown }> {
  override state = { error: null };
  static getDerivedStateFromError(error: unknown) {
    return { error };
  }
  override componentDidCatch(error: unknown): void {
    if (isOfMissingCode(error) && !this.props.instead) void this.#comeBack();
  }
  async #comeBack(): Promise<void> {
    const found = await comeBackInNewBuild();
    if (found === 'reloads') return;
    toast({
      text: t(found === 'held' ? 'errors.newBuildPart' : 'errors.partMissing'),
      tone: 'warning',
      action: { label: t('errors.reload'), run: () => location.reload() },
      duration: Infinity,
    });
  }
  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (isOfMissingCode(error)) return this.props.instead?.(error) ?? null;
    throw error as Error;
  }
}
