import { AgreementPage } from './AgreementPage.tsx';

export default function ServiceAgreementEnglishPage() {
  return <AgreementPage document="serviceAgreement" language="en-US" />;
}
