import { DocumentPage } from './DocumentPage.tsx';
import { text } from './service-agreement.ts';

export default function ServiceAgreementPage() {
  return <DocumentPage name="serviceAgreement" language="zh-CN" text={text} />;
}
