import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Instance } from '@alcove/contract';
import { fetchCurrent } from '../../api/index.ts';
import { t } from '../../i18n/index.ts';
import { fileDetail } from '../../items/file-queries.ts';
import { NoPermission } from '../../ui/empty-state/index.ts';
import { accessDialogs } from '../access-requests/access-dialogs.ts';
import { tellFailure } from './link-actions.ts';
import { linkDialogs } from './link-dialogs.ts';
import styles from './links.module.css';

interface LinkDeniedProps {
  instanceId: string;
  name: string;
  /** The item, where a list has it; otherwise it is asked for. */
  item: Instance | undefined;
  message: string;
}

/** The person may not share outside: what they can do instead (specification 1 section 8). */
export function LinkDenied({ instanceId, name, item, message }: LinkDeniedProps) {
  const [busy, setBusy] = useState(false);
  const shareInside = async () => {
    setBusy(true);
    try {
      linkDialogs.open({ kind: 'share', item: item ?? (await fetchCurrent(fileDetail(instanceId, {}))) });
    } catch (error) {
      tellFailure(error);
      setBusy(false);
    }
  };
  return (
    <div className={styles.denied}>
      <NoPermission
        title={t('links.applyTitle')}
        text={message}
        actions={
          <>
            <Button
              data-autofocus
              onClick={() => {
                linkDialogs.close();
                accessDialogs.ask({ instanceId, name, levels: ['externalSharing'] });
              }}
            >
              {t('links.apply')}
            </Button>
            <Button variant="default" loading={busy} onClick={() => void shareInside()}>
              {t('links.useInternal')}
            </Button>
          </>
        }
      />
    </div>
  );
}
