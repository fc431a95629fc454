import type { Language } from '@alcove/contract';
import { calls } from '@alcove/contract';
import { call } from '../../api/client.ts';
import { currentLanguage, storeLanguage } from '../../i18n/index.ts';

export const otherLanguage = (): Language => (currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN');

/** Stores the other language on this device and in a signed-in person's settings, then reloads the page. */
export async function switchLanguage({ signedIn }: { signedIn: boolean }): Promise<void> {
  const language = otherLanguage();
  storeLanguage(language);
  if (signedIn) await call(calls.user.saveSettings, { language }).catch(() => undefined);
  location.reload();
}
