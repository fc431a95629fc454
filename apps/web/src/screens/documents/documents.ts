/** The documents' versions; raise them together with the text. Dates are those of the product's templates. `home`: where the head leads. */
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

/** A document's text is content, one file a language; `text` may hold several paragraphs, `points` a list after them. */
export interface DocumentText {
  title: string;
  intro: string;
  /** Missing where nobody needs to know the version. */
  version?: string;
  otherLanguage: string;
  /** Names the place that the head leads to. */
  home: string;
  contents: string;
  sections: { title: string; text: string[]; points?: string[] }[];
}
