import { DocumentPage } from './DocumentPage.tsx';
import { text as chinese } from './help.ts';
import { text as english } from './help-english.ts';
import { useLanguageOfAddress } from './use-language-of-address.ts';

/** The built-in help, used until an administrator configures help docs. */
export default function HelpPage() {
  const language = useLanguageOfAddress();
  return <DocumentPage name="help" language={language} text={language === 'zh-CN' ? chinese : english} />;
}
