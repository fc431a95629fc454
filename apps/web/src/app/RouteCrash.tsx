import { Button } from '@mantine/core';
import { useRouteError } from 'react-router';
import { t } from '../i18n/index.ts';
import { basePath } from '../api/paths.ts';
import { failureCode, StateView } from '../ui/empty-state/index.ts';
import { Sheet } from '../ui/sheet/Sheet.tsx';
import { useNewBuild } from './use-new-build.ts';
import styles from './RouteCrash.module.css';

/** The whole page crashed, or its code is gone. */
export function RouteCrash() {
  return (
    <main className={styles.page}>
      <Crash error={useRouteError()} level={1} />
    </main>
  );
}

/** The same for a screen in the frame, whose menu and transfers stay. */
export const RouteScreenCrash = () => <ScreenCrash error={useRouteError()} />;

export function ScreenCrash({ error }: { error: unknown }) {
  return (
    <Sheet>
      <Crash error={error} level={2} />
    </Sheet>
  );
}

function Crash({ error, level }: { error: unknown; level: 1 | 2 }) {
  const build = useNewBuild(error);
  if (build === 'looks') return null;
  return (
    <StateView
      object="tile"
      role="alert"
      level={level}
      title={t(build === 'held' ? 'errors.newBuild' : 'errors.crashed')}
      text={t(build === 'held' ? 'errors.newBuildText' : 'errors.crashedText')}
      code={failureCode(error)}
      actions={
        <>
          <Button onClick={() => location.reload()}>{t('errors.reload')}</Button>
          {build !== 'held' && (
            <Button variant="default" component="a" href={`${basePath}/personalFile`}>
              {t('errors.goHome')}
            </Button>
          )}
        </>
      }
    />
  );
}
