import { Divider, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { signedOutPath } from '@alcove/contract';
import type { SignInPlatform } from '@alcove/contract';
import { basePath } from '../../api/paths.ts';
import { signInWaysQuery, useSystemTitle } from '../../features/identity/sign-in-ways.ts';
import { t } from '../../i18n/index.ts';
import { LeadToPlatform } from './LeadToPlatform.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PasskeySignIn } from './PasskeySignIn.tsx';
import { PlatformButtons } from './PlatformButtons.tsx';
import { rememberedPlatform } from './remembered.ts';
import { SignInFrame } from './SignInFrame.tsx';
import styles from './SignInPage.module.css';

/** Our own form, that for accounts of a directory, and a button for each platform, the way of last time first. Where a platform is the way to sign in, only `?local` shows them. */
export default function SignInPage() {
  const { data: ways, isPending } = useQuery(signInWaysQuery);
  const { pathname } = useLocation();
  const [search] = useSearchParams();
  const system = useSystemTitle();
  const platforms = ways?.platforms ?? [];
  const chosen = platforms.find(({ platformId }) => platformId === ways?.platformId);
  const isOut = pathname === signedOutPath.slice(basePath.length);

  return (
    <SignInFrame title={isOut ? t('identity.signedOut') : t('identity.title', { system })} subtitle={t('identity.subtitle')}>
      <div className={styles.panel}>
        {!isPending && <Ways platforms={platforms} directories={ways?.directories ?? []} chosen={chosen} isOut={isOut} />}
      </div>
      {ways?.passkeys && (!chosen || search.has('local')) && <PasskeySignIn />}
    </SignInFrame>
  );
}

interface WaysProps {
  platforms: SignInPlatform[];
  directories: SignInPlatform[];
  chosen: SignInPlatform | undefined;
  isOut: boolean;
}

function Ways({ platforms, directories, chosen, isOut }: WaysProps) {
  const [search] = useSearchParams();
  if (chosen && isOut) return <PlatformButtons platforms={[chosen]} isAlone />;
  if (chosen && !search.has('local')) return <LeadToPlatform {...chosen} />;
  const forms = directories.length > 0 ? <FormTabs directories={directories} /> : <PasswordForm />;
  if (platforms.length === 0) return forms;
  const isFirst = platforms.some(({ platformId }) => platformId === rememberedPlatform());
  const buttons = <PlatformButtons platforms={platforms} />;
  return (
    <>
      {isFirst ? buttons : forms}
      <Divider label={t('identity.or')} labelPosition="center" className={styles.or} />
      {isFirst ? forms : buttons}
    </>
  );
}

/** The password of Alcove or of a directory; the one of last time is open. */
function FormTabs({ directories }: { directories: SignInPlatform[] }) {
  const isDomain = directories.some(({ platformId }) => platformId === rememberedPlatform());
  return (
    <Tabs defaultValue={isDomain ? 'domain' : 'password'} keepMounted={false}>
      <Tabs.List className={styles.ways}>
        <Tabs.Tab value="password">{t('identity.passwordTab')}</Tabs.Tab>
        <Tabs.Tab value="domain">{t('identity.domainAccount')}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="password">
        <PasswordForm />
      </Tabs.Panel>
      <Tabs.Panel value="domain">
        <PasswordForm directories={directories} />
      </Tabs.Panel>
    </Tabs>
  );
}
