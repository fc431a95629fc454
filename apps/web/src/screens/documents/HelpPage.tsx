import { DocumentPage } from './DocumentPage.tsx';
import { text as chinese } from './help.ts';
import { text as english } from './help-english.ts';
import { useLanguageOfAddress } from './use-language-of-address.ts';

/** What helps until the company names help documents of its own. */
export default function HelpPage() {
  const language = useLanguageOfAddress();
  return <DocumentPage name="help" language={language} text={language === 'zh-CN' ? chinese : english} />;
}
