import { DocumentPage } from './DocumentPage.tsx';
import { usageRules } from './usage-rules.ts';
import { useLanguageOfAddress } from './use-language-of-address.ts';

export default function UsageRulesPage() {
  const language = useLanguageOfAddress();
  return <DocumentPage name="usageRules" language={language} text={usageRules(language)} />;
}
