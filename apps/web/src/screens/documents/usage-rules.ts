import type { Language } from '@alcove/contract';
import { agreements as english } from '../../features/agreements/texts.en-US.ts';
import { agreements as chinese } from '../../features/agreements/texts.zh-CN.ts';
import type { DocumentText } from './documents.ts';

/** The usage rules that everyone accepts once, here to be reread. */
export function usageRules(language: Language): DocumentText {
  const words = language === 'zh-CN' ? chinese : english;
  return {
    title: words.usageRules,
    intro: words.usageRulesIntro,
    version: words.versionAndDate,
    otherLanguage: words.otherLanguage,
    home: words.policyList,
    contents: words.onThisPage,
    sections: [
      {
        title: words.usageRulesList,
        text: [],
        points: [words.ruleIllegal, words.rulePolitical, words.ruleMalicious, words.rulePrivate, words.ruleAccount, words.ruleAudit],
      },
    ],
  };
}
