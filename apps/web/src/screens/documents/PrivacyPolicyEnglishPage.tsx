import { AgreementPage } from './AgreementPage.tsx';

export default function PrivacyPolicyEnglishPage() {
  return <AgreementPage document="privacyPolicy" language="en-US" />;
}
