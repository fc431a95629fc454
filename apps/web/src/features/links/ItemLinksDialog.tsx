import { Button } from '@mantine/core';
import { Plus } from 'lucide-react';
import type { Instance } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { usePhone } from '../../ui/use-media.ts';
import { ItemLinks } from './ItemLinks.tsx';
import { linkDialogs, type DialogFrame } from './link-dialogs.ts';
import styles from './links.module.css';

/** The links that an item has already, and the way to another. */
export default function ItemLinksDialog({ item, ...frame }: DialogFrame & { item: Instance }) {
  return (
    <Dialog
      {...frame}
      size={520}
      padding={0}
      fullScreen={usePhone()}
      title={t('links.listOne', { name: item.instanceName })}
      classNames={{ content: styles.content ?? '', body: styles.dialog ?? '', title: styles.listTitle ?? '' }}
    >
      <div className={styles.listBody} tabIndex={-1} data-autofocus>
        <ItemLinks item={item} none={t('links.noneHere')} />
      </div>
      <footer className={styles.foot}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Plus size={16} strokeWidth={1.75} aria-hidden />}
          onClick={() => linkDialogs.open({ kind: 'create', item })}
        >
          {t('links.another')}
        </Button>
        <span className={styles.grow} />
        <Button variant="default" onClick={frame.onClose}>
          {t('common.close')}
        </Button>
      </footer>
    </Dialog>
  );
}
