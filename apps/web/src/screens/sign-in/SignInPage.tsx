import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { QrCode } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { signedOutPath } from '@alcove/contract';
import type { SignInPlatform } from '@alcove/contract';
import { basePath } from '../../api/paths.ts';
import { endedAt } from '../../api/session.ts';
import { signInWaysQuery, useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { LeadToPlatform } from './LeadToPlatform.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { PlatformButtons } from './PlatformButtons.tsx';
import { qrWay, rememberedPlatform } from './remembered.ts';
import { SignInFrame } from './SignInFrame.tsx';
import { useSignedInAlready } from './use-signed-in-already.ts';
import styles from './SignInPage.module.css';

const QrTab = lazy(() => import('./QrTab.tsx'));

/** Our own form, that for accounts of a directory, and a button for each platform, the way of last time first. Where a platform is the way to sign in, only `?local` shows them. */
export default function SignInPage() {
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const system = useSystemTitle();
  const platforms = ways?.platforms ?? [];
  const chosen = platforms.find(({ platformId }) => platformId === ways?.platformId);
  const [ended] = useState(() => endedAt() !== null);
  const isOut = pathname === signedOutPath.slice(basePath.length);
  const isIn = useSignedInAlready(isOut);

  return (
    <SignInFrame title={isOut ? t('identity.signedOut') : t('identity.title', { system })} subtitle={t('identity.subtitle')}>
      {!isOut && ended && (
        <p role="status" className={styles.ended}>
          {t('identity.sessionEnded')}
        </p>
      )}
      <div className={styles.panel}>
        {!isPending && !isIn && (
          <Ways platforms={platforms} directories={ways?.directories ?? []} qr={ways?.qr ?? false} chosen={chosen} isOut={isOut} />
        )}
      </div>
      {ways?.passkeys && !isIn && (!chosen || search.has('local')) && <PasskeySignIn />}
    </SignInFrame>
  );
}

interface WaysProps {
  platforms: SignInPlatform[];
  directories: SignInPlatform[];
  qr: boolean;
  chosen: SignInPlatform | undefined;
  isOut: boolean;
}

function Ways({ platforms, directories, qr, chosen, isOut }: WaysProps) {
  const [search] = useSearchParams();
  if (chosen && isOut) return <PlatformButtons platforms={[chosen]} isAlone />;
  if (chosen && !search.has('local')) return <LeadToPlatform {...chosen} />;
  const forms = directories.length > 0 || qr ? <FormTabs directories={directories} qr={qr} /> : <PasswordForm />;
  if (platforms.length === 0) return forms;
  const isFirst = platforms.some(({ platformId }) => platformId === rememberedPlatform());
  const buttons = <PlatformButtons platforms={platforms} />;
  return (
    <>
      {isFirst ? buttons : forms}
      <p className={styles.or}>{t('identity.or')}</p>
      {isFirst ? forms : buttons}
    </>
  );
}

/** The password of Alcove or of a directory, and the code for a phone; what was used last time is open. */
function FormTabs({ directories, qr }: { directories: SignInPlatform[]; qr: boolean }) {
  const last = rememberedPlatform();
  const isDomain = directories.some(({ platformId }) => platformId === last);
  return (
    <Tabs defaultValue={qr && last === qrWay ? 'qr' : isDomain ? 'domain' : 'password'} keepMounted={false}>
      <Tabs.List className={styles.ways}>
        <Tabs.Tab value="password">{t('identity.passwordTab')}</Tabs.Tab>
        {directories.length > 0 && <Tabs.Tab value="domain">{t('identity.domainAccount')}</Tabs.Tab>}
        {qr && (
          <Tabs.Tab value="qr" leftSection={<QrCode size={16} strokeWidth={1.75} aria-hidden />}>
            {t('identity.scanTab')}
          </Tabs.Tab>
        )}
      </Tabs.List>
      <Tabs.Panel value="password">
        <PasswordForm />
      </Tabs.Panel>
      <Tabs.Panel value="domain">
        <PasswordForm directories={directories} />
      </Tabs.Panel>
      <Tabs.Panel value="qr">
        <Suspense>
          <QrTab />
        </Suspense>
      </Tabs.Panel>
    </Tabs>
  );
}
