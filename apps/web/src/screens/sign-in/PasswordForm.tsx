import { Button, Checkbox, PasswordInput, Select, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { signInRegionNames } from '@alcove/contract';
import type { SignInPlatform, SignInRegion } from '@alcove/contract';
import { CallFailed, failureMessage } from '../../api/call-failed.ts';
import { useSignInWays } from '../../features/identity/sign-in-ways.ts';
import { useCountdown } from '../../features/identity/use-countdown.ts';
import { waitUntil } from '../../features/identity/wait-until.ts';
import { currentLanguage, formatDuration, t } from '../../i18n/index.ts';
import { confirm } from '../../ui/confirm/confirm.ts';
import { useOnce } from '../../ui/use-once.ts';
import { domainName, rememberPlatform, rememberRegion, rememberedPlatform, rememberedRegion, userName } from './remembered.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { useSignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.css';

const idOf = (directory: SignInPlatform | undefined): string | undefined => directory?.platformId;

interface FieldErrors {
  username?: string;
  password?: string;
}

interface PasswordFormProps {
  /** The account and its password are those of one of these. None: they are Alcove's own. */
  directories?: readonly SignInPlatform[];
}

/** User name and password. While a request is in flight, another submit does nothing. */
export function PasswordForm({ directories = [] }: PasswordFormProps) {
  const isDomain = directories.length > 0;
  const names = isDomain ? domainName : userName;
  const [platform, setPlatform] = useState(() => idOf(directories.find((one) => idOf(one) === rememberedPlatform()) ?? directories[0]));
  const [kept] = useState(names.read);
  const [username, setUsername] = useState(kept ?? '');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(kept !== null);
  const regions = useSignInWays()?.regions ?? [];
  const [chosen, setChosen] = useState(rememberedRegion);
  const region = regions.find((one) => one === chosen) ?? regions[0];
  const [errors, setErrors] = useState<FieldErrors>({});
  const [until, setUntil] = useState<number | null>(null);
  const userField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const signIn = useSignIn();
  const signInOnce = useOnce(signIn);
  const waiting = useCountdown(until);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (waiting > 0) return;
    const name = username.trim();
    const missing: FieldErrors = {
      ...(!name && { username: t('identity.userNameMissing') }),
      ...(!password && { password: t('identity.passwordMissing') }),
    };
    setErrors(missing);
    if (missing.username) return userField.current?.focus();
    if (missing.password) return passwordField.current?.focus();
    signInOnce(
      { username: name, password, ...(region !== undefined && { region }), ...(platform !== undefined && { platform }) },
      {
        onSuccess: () => {
          names.keep(remember ? name : null);
          rememberRegion(region ?? null);
          rememberPlatform(platform ?? null);
        },
        onError: (error) => {
          setUntil(waitUntil(error));
          const field = error instanceof CallFailed ? error.field : undefined;
          if (field === 'username' || field === 'password') setErrors({ [field]: failureMessage(error, t('errors.unknown')) });
          passwordField.current?.select();
        },
      },
    );
  }

  const shown = signIn.isError && !errors.username && !errors.password && (until === null || waiting > 0);
  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      {directories.length > 1 && (
        <Select
          size="md"
          label={t('identity.domain')}
          allowDeselect={false}
          value={platform ?? null}
          data={directories.map(({ platformId: value, name: label }) => ({ value, label }))}
          onChange={(value) => value !== null && setPlatform(value)}
        />
      )}
      <TextInput
        ref={userField}
        size="md"
        name="username"
        label={t(isDomain ? 'identity.domainAccount' : 'identity.userName')}
        value={username}
        error={errors.username}
        maxLength={120}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus={!kept}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
      <PasswordInput
        ref={passwordField}
        size="md"
        name="password"
        label={t(isDomain ? 'identity.domainPassword' : 'identity.password')}
        value={password}
        error={errors.password}
        maxLength={1024}
        autoComplete="current-password"
        autoFocus={Boolean(kept)}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      {region !== undefined && (
        <Select
          size="md"
          label={t('identity.region')}
          allowDeselect={false}
          value={region}
          data={regions.map((value) => ({ value, label: signInRegionNames[value][currentLanguage()] }))}
          onChange={(value) => setChosen(value as SignInRegion | null)}
        />
      )}
      <div className={styles.row}>
        <Checkbox
          label={t('identity.rememberUserName')}
          checked={remember}
          onChange={(event) => setRemember(event.currentTarget.checked)}
        />
        {isDomain ? (
          <span className={styles.elsewhere}>{t('identity.domainPasswordElsewhere')}</span>
        ) : (
          <button
            type="button"
            className={styles.forgot}
            onClick={() =>
              void confirm({ title: t('identity.forgot'), text: t('identity.forgotText'), confirmLabel: t('common.close'), notice: true })
            }
          >
            {t('identity.forgot')}
          </button>
        )}
      </div>
      {shown && <SignInFailure error={signIn.error} />}
      <Button size="md" fullWidth type="submit" loading={signIn.isPending || signIn.isSuccess} disabled={waiting > 0}>
        {waiting > 0
          ? t('identity.waitFor', { time: formatDuration(waiting) })
          : t(isDomain ? 'identity.signInByDomain' : 'identity.signIn')}
      </Button>
    </form>
  );
}
