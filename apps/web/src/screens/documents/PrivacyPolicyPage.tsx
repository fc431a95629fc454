import { AgreementPage } from './AgreementPage.tsx';

export default function PrivacyPolicyPage() {
  return <AgreementPage document="privacyPolicy" language="zh-CN" />;
}
