import { foldContent } from '../../fold-content.ts';

/** Signs that nobody sees between the letters of a word: soft hyphens, joiners, marks of direction, variants. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** The form in which names, texts and keywords are compared, however often it is applied. */
export const foldForRules = (text: string): string => foldContent(text.replace(invisible, ''));
