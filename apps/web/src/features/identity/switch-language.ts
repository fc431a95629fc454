import type { Language } from '@alcove/contract';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { currentLanguage, storeLanguage } from '../../i18n/index.ts';

export const otherLanguage = (): Language => (currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN');

/** Keeps the other language on this device and, for a signed-in person, in their settings; then loads the page anew. */
export async function switchLanguage({ signedIn }: { signedIn: boolean }): Promise<void> {
  const language = otherLanguage();
  storeLanguage(language);
  if (signedIn) await call(calls.user.saveSettings, { language }).catch(() => undefined);
  location.reload();
}
