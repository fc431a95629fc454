export { addTexts, currentLanguage, filledIn, setTexts, t } from './translate.ts';
export type { PlainKey, TextKey, Translated } from './translate.ts';
export {
  formatDay,
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
