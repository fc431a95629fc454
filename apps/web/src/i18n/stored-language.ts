import type { Language } from '@alcove/contract';

const key = 'alcove-language';

/** Whether somebody chose a language on this device. */
export function languageWasChosen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true; // a choice could not be kept either: loading the page anew for it would never end
  }
}

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
