import { Button, Loader } from '@mantine/core';
import { useEffect } from 'react';
import { t } from '../../i18n/index.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { usePlatform } from './use-platform.ts';
import styles from './SignInPage.module.css';

/** Where a platform is the way to sign in, the page leads there by itself. */
export function LeadToPlatform({ platformId, name }: { platformId: string; name: string }) {
  const { mutate, isError, error } = usePlatform();
  useEffect(() => mutate(platformId), [mutate, platformId]);
  if (!isError)
    return (
      <p role="status" className={styles.leading}>
        <Loader size={16} />
        {t('identity.leadingTo', { name })}
      </p>
    );
  return (
    <div className={styles.form}>
      <SignInFailure error={error} />
      <Button size="md" fullWidth onClick={() => mutate(platformId)}>
        {t('identity.signInWith', { name })}
      </Button>
    </div>
  );
}
