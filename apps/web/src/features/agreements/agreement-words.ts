/** Agreements in words. */
import type { AgreementDocument, InBothLanguages, Language } from '@alcove/contract';
import { basePath } from '../../api/paths.ts';
import { currentLanguage, t } from '../../i18n/index.ts';

const addresses: Record<AgreementDocument, Record<Language, string>> = {
  serviceAgreement: { 'zh-CN': '/userServiceAgreement', 'en-US': '/userServiceAgreementEnglish' },
  privacyPolicy: { 'zh-CN': '/privacyPolicy', 'en-US': '/privacyPolicyEnglish' },
  usageRules: { 'zh-CN': '/usageRules?in=zh-CN', 'en-US': '/usageRules?in=en-US' },
};

/** The address below `/disk` of a document, in one language; null: the latest version. */
export function agreementPath(document: AgreementDocument, language: Language, number: number | null = null): string {
  const path = addresses[document][language];
  return number === null ? path : `${path}${path.includes('?') ? '&' : '?'}version=${number}`;
}
export const agreementAddress = (document: AgreementDocument, number: number | null = null): string =>
  basePath + agreementPath(document, currentLanguage(), number);

export const agreementName = (document: AgreementDocument): string => t(`agreements.${document}`);

/** The note in the reader's language, else in the other one. */
export const noteText = (note: InBothLanguages): string =>
  note[currentLanguage()] || note[currentLanguage() === 'zh-CN' ? 'en-US' : 'zh-CN'];
