import type { Language } from '@alcove/contract';

const key = 'alcove-language';

/** Whether somebody chose a language on this device. */
export function languageWasChosen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true; // a choice could not be stored either, so reloading for it would loop forever
  }
}

/** The language chosen on this device, else the browser's: Chinese, or English for everything else. */
export function storedLanguage(): Language {
  return chosen() ?? (/^zh\b/i.test(navigator.language) ? 'zh-CN' : 'en-US');
}

function chosen(): Language | null {
  try {
    const kept = localStorage.getItem(key);
    return kept === 'en-US' || kept === 'zh-CN' ? kept : null;
  } catch {
    return null;
  }
}

export function storeLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}
