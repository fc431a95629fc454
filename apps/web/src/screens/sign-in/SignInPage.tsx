import { Tabs } from '@mantine/core';
import { QrCode } from 'lucide-react';
import { useState } from 'react';
import { useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { NotConfigured } from './NotConfigured.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './SignInPage.module.css';

type Way = 'password' | 'domain' | 'qr';

/** Password, domain account and QR code, as tabs of equal height. The latter two say when they are not configured. */
export default function SignInPage() {
  const [way, setWay] = useState<Way>('password');
  const usePassword = () => setWay('password');
  return (
    <SignInFrame title={t('identity.title', { system: useSystemTitle() })} subtitle={t('identity.subtitle')}>
      <Tabs value={way} onChange={(chosen) => setWay((chosen as Way | null) ?? 'password')}>
        <Tabs.List aria-label={t('identity.ways')} className={styles.ways}>
          <Tabs.Tab value="password">{t('identity.password')}</Tabs.Tab>
          <Tabs.Tab value="domain">{t('identity.domainAccount')}</Tabs.Tab>
          <Tabs.Tab value="qr" leftSection={<QrCode size={15} strokeWidth={1.75} aria-hidden />}>
            {t('identity.qrCode')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="password" className={styles.panel}>
          <PasswordForm />
        </Tabs.Panel>
        <Tabs.Panel value="domain" className={styles.panel}>
          <NotConfigured title={t('identity.domainNotConfigured')} text={t('identity.domainNotConfiguredText')} onPassword={usePassword} />
        </Tabs.Panel>
        <Tabs.Panel value="qr" className={styles.panel}>
          <NotConfigured title={t('identity.qrNotConfigured')} text={t('identity.qrNotConfiguredText')} onPassword={usePassword} />
        </Tabs.Panel>
      </Tabs>
    </SignInFrame>
  );
}
