export { addTexts, currentLanguage, setTexts, t } from './translate.ts';
export type { PlainKey, TextKey, Translated } from './translate.ts';
export {
  formatDuration,
  formatFullTime,
  formatSize,
  formatParts,
  formatWho,
  subjectsIn,
  roomUsed,
  formatTime,
  utcOffset,
} from './format.ts';
export { languageWasChosen, storedLanguage, storeLanguage } from './stored-language.ts';
