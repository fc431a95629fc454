import { AgreementPage } from './AgreementPage.tsx';

export default function ServiceAgreementPage() {
  return <AgreementPage document="serviceAgreement" language="zh-CN" />;
}
