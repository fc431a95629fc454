import { failureMessage } from '../../../api/index.ts';
import { t } from '../../../i18n/index.ts';
import { toast } from '../../../ui/toast/toast.ts';
import { syncChanged } from './sync-queries.ts';

/** Makes a change and says what came of it. */
export async function act(work: () => Promise<unknown>, done: string): Promise<void> {
  try {
    await work();
    toast.success(done);
  } catch (error) {
    toast.error(failureMessage(error, t('errors.unknown')));
  } finally {
    syncChanged();
  }
}
