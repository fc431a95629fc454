import { DocumentPage } from './DocumentPage.tsx';
import { text } from './service-agreement-english.ts';

export default function ServiceAgreementEnglishPage() {
  return <DocumentPage name="serviceAgreement" language="en-US" text={text} />;
}
