import { DocumentPage } from './DocumentPage.tsx';
import { text } from './privacy-policy-english.ts';

export default function PrivacyPolicyEnglishPage() {
  return <DocumentPage name="privacyPolicy" language="en-US" text={text} />;
}
