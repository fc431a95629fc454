import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { t } from '../i18n/index.ts';
import { basePath } from '../api/paths.ts';
import { failureCode, StateView } from '../ui/empty-state/index.ts';
import styles from './RouteCrash.module.css';

/** A screen crashed, or its chunk is gone since a new version was deployed: reloading helps. */
export function RouteCrash() {
  const error = useRouteError();
  return (
    <main className={styles.page}>
      <StateView
        object="tile"
        role="alert"
        level={1}
        title={t('errors.crashed')}
        text={t('errors.crashedText')}
        code={failureCode(error)}
        actions={
          <>
            <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
            <Button variant="default" component="a" href={`${basePath}/personalFile`}>
              {t('errors.goHome')}
            </Button>
          </>
        }
      />
    </main>
  );
}
