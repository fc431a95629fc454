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

/** The language chosen on this device; the browser's until somebody chooses, which is Chinese or else English. */
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
    // Storage is forbidden in this browser: the choice lasts as long as the page.
  }
}
