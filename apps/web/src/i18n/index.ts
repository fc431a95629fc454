export { currentLanguage, loadLanguage, t } from './translate.ts';
export type { PlainKey, TextKey, Translated } from './translate.ts';
export { formatDuration, formatFullTime, formatSize, roomUsed, formatTime } from './format.ts';
export { languageWasChosen, storedLanguage, storeLanguage } from './stored-language.ts';
