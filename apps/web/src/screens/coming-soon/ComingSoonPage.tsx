import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { t } from '../../i18n/index.ts';
import { useScreenTitle } from '../../ui/screen-title.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { Sheet } from '../../ui/sheet/Sheet.tsx';
import styles from './ComingSoonPage.module.css';

/** The page of a menu entry whose screen is not built yet. */
export default function ComingSoonPage() {
  const name = useScreenTitle();
  return (
    <Sheet>
      <h1 className={styles.title}>{name}</h1>
      <StateView
        object="lens"
        title={t('comingSoon.title', { name })}
        text={t('comingSoon.text')}
        actions={
          <Button variant="default" component={Link} to="/personalFile">
            {t('comingSoon.goHome')}
          </Button>
        }
      />
    </Sheet>
  );
}
