import type { Language } from '@alcove/contract';

const key = 'alcove-language';

/** The language chosen on this device; Chinese until somebody chooses. */
export function storedLanguage(): Language {
  try {
    return localStorage.getItem(key) === 'en-US' ? 'en-US' : 'zh-CN';
  } catch {
    return 'zh-CN';
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is forbidden in this browser: the choice lasts as long as the page.
  }
}
