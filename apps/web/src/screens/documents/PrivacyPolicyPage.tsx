import { DocumentPage } from './DocumentPage.tsx';
import { text } from './privacy-policy.ts';

export default function PrivacyPolicyPage() {
  return <DocumentPage name="privacyPolicy" language="zh-CN" text={text} />;
}
