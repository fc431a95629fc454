/**
 * The documents' versions; raise a version together with its text. The dates are those of the product's templates. `home`: the target of
 * the link in the page head.
 */
export const documents = {
  serviceAgreement: {
    version: '1.3',
    effective: '2026-11-23',
    home: '/policylist',
    'zh-CN': '/userServiceAgreement',
    'en-US': '/userServiceAgreementEnglish',
  },
  privacyPolicy: {
    version: '1.3',
    effective: '2026-11-23',
    home: '/policylist',
    'zh-CN': '/privacyPolicy',
    'en-US': '/privacyPolicyEnglish',
  },
  usageRules: {
    version: '1.0',
    effective: '2026-11-23',
    home: '/policylist',
    'zh-CN': '/usageRules?in=zh-CN',
    'en-US': '/usageRules?in=en-US',
  },
  help: { version: '1.0', effective: '2026-11-23', home: '/personalFile', 'zh-CN': '/help?in=zh-CN', 'en-US': '/help?in=en-US' },
} as const;

export type DocumentName = keyof typeof documents;

/** A document's content, in one file per language. `text` may hold several paragraphs; `points` is a list after them. */
export interface DocumentText {
  title: string;
  intro: string;
  /** Missing where the version does not matter. */
  version?: string;
  otherLanguage: string;
  /** The label of the link in the page head. */
  home: string;
  contents: string;
  sections: { title: string; text: string[]; points?: string[] }[];
}
