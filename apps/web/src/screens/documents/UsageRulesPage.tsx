import { AgreementPage } from './AgreementPage.tsx';
import { useLanguageOfAddress } from './use-language-of-address.ts';

export default function UsageRulesPage() {
  return <AgreementPage document="usageRules" language={useLanguageOfAddress()} />;
}
