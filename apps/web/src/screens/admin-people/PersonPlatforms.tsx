import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Account } from '@alcove/contract';
import { useCurrentUser } from '../../api/current-user.ts';
import { formatTime, t } from '../../i18n/index.ts';
import { FieldLabel } from '../../ui/form-parts/FormParts.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { useOnline } from '../../ui/use-online.ts';
import { unlinkPlatform } from './people-actions.ts';
import { platformsOf } from './people-queries.ts';
import styles from './people.module.css';

/** The platforms that know who a person is; nothing if there are none. */
export function PersonPlatforms({ account }: { account: Account }) {
  const { data: platforms = [] } = useQuery(platformsOf(account.userId));
  const user = useCurrentUser();
  const [phone, offline] = [usePhone(), !useOnline()];
  const own = user?.userId === account.userId;
  if (platforms.length === 0) return null;
  return (
    <section aria-label={t('adminPeople.platforms')}>
      <FieldLabel>{t('adminPeople.platforms')}</FieldLabel>
      <ul className={styles.platforms}>
        {platforms.map((platform) => (
          <li key={platform.platformId}>
            <span className={styles.cut} title={platform.name}>
              {platform.name}
            </span>
            <span className={styles.quiet}>{t('adminPeople.platformUsed', { time: formatTime(platform.lastSignIn) })}</span>
            {user?.adminItems.includes('people.resetPassword') && (
              <Button
                variant="default"
                size={phone ? 'lg' : 'xs'}
                aria-label={t('adminPeople.unlinkFrom', { platform: platform.name })}
                disabled={offline || own}
                title={offline ? t('adminPeople.offline') : own ? t('adminPeople.ownAccount') : undefined}
                onClick={() => void unlinkPlatform(account, platform)}
              >
                {t('adminPeople.unlink')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
