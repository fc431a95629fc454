import { Button } from '@mantine/core';
import { Link, useParams, useSearchParams } from 'react-router';
import { safeRedirect } from '../../api/session.ts';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import type { NicheObject } from '../../ui/marks/Niche.tsx';
import styles from './ErrorPage.module.css';

function known(code: string): { object: NicheObject; title: string; text: string } {
  if (code === '404') return { object: 'lens', title: t('errors.title404'), text: t('errors.text404') };
  if (code === 'address') return { object: 'key', title: t('errors.titleAddress'), text: t('errors.textAddress') };
  if (code === '403') return { object: 'key', title: t('errors.title403'), text: t('errors.text403') };
  if (code === '500') return { object: 'tile', title: t('errors.title500'), text: t('errors.text500') };
  return { object: 'tile', title: t('errors.titleOther'), text: t('errors.unknown') };
}

/** `/error/{type}`: `type` is the error code unless `?code=` names another; `?text=` replaces the sentence. */
export default function ErrorPage() {
  const { type } = useParams();
  const [search] = useSearchParams();
  const asked = search.get('code') ?? type ?? '404';
  const code = /^[\w-]{1,24}$/.test(asked) ? asked : '404';
  const { object, title, text } = known(code);
  const given = search.get('text')?.slice(0, 200);
  return (
    <main className={styles.page}>
      <StateView
        object={object}
        title={title}
        text={given || text}
        code={code === 'address' ? '403' : code}
        size={196}
        level={1}
        actions={
          <>
            {code === 'address' && (
              <Button onClick={() => location.assign(safeRedirect(search.get('redirect')))}>{t('errors.again')}</Button>
            )}
            <Button component={Link} to="/personalFile" variant={code === 'address' ? 'default' : 'filled'}>
              {t('errors.goHome')}
            </Button>
          </>
        }
      />
    </main>
  );
}
