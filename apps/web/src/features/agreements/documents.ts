/** The documents' versions; raise them together with the text. Dates are those of the product's templates. */
export const documents = {
  serviceAgreement: { version: '1.0', effective: '2026-11-01', 'zh-CN': '/userServiceAgreement', 'en-US': '/userServiceAgreementEnglish' },
  privacyPolicy: { version: '1.0', effective: '2026-11-01', 'zh-CN': '/privacyPolicy', 'en-US': '/privacyPolicyEnglish' },
} as const;

export type DocumentName = keyof typeof documents;

/** A document's text is content, one file a language; `text` may hold several paragraphs, `points` a list after them. */
export interface DocumentText {
  title: string;
  intro: string;
  version: string;
  otherLanguage: string;
  allPolicies: string;
  contents: string;
  sections: { title: string; text: string[]; points?: string[] }[];
}
