import { Button } from '@mantine/core';
import type { SignInPlatform } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnce } from '../../ui/use-once.ts';
import { rememberedPlatform } from './remembered.ts';
import { SignInFailure } from './SignInFailure.tsx';
import { usePlatform } from './use-platform.ts';
import styles from './SignInPage.module.css';

/** One button per platform. The one that was used last here stands out, or the only one on the page. */
export function PlatformButtons({ platforms, isAlone }: { platforms: readonly SignInPlatform[]; isAlone?: true }) {
  const start = usePlatform();
  const startOnce = useOnce(start, { repeats: true });
  const last = rememberedPlatform();
  return (
    <div className={styles.form}>
      {platforms.map(({ platformId, name }) => (
        <Button
          key={platformId}
          size="md"
          fullWidth
          variant={isAlone || platformId === last ? 'filled' : 'default'}
          loading={start.isPending && start.variables === platformId}
          disabled={start.isPending && start.variables !== platformId}
          onClick={() => startOnce(platformId)}
        >
          {t('identity.signInWith', { name })}
        </Button>
      ))}
      {start.isError && <SignInFailure error={start.error} />}
    </div>
  );
}
