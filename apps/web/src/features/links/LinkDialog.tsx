import { useState } from 'react';
import { failureText, type Instance, type Link } from '@alcove/contract';
import { currentLanguage, t } from '../../i18n/index.ts';
import { kindOf, kindOfName } from '../../items/file-kind.ts';
import { may } from '../../items/may.ts';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { usePhone } from '../../ui/use-media.ts';
import type { DialogFrame } from './link-dialogs.ts';
import { LinkDenied } from './LinkDenied.tsx';
import { LinkForm, type LinkedTo } from './LinkForm.tsx';
import styles from './links.module.css';

interface LinkDialogProps extends DialogFrame {
  /** An item that gets a link, or a link that is changed. */
  of: { item: Instance } | { link: Link };
}

const linkedTo = (of: LinkDialogProps['of']): LinkedTo => {
  if ('item' in of) return { instanceId: of.item.instanceId, name: of.item.instanceName, folder: of.item.classifierId === 'Folder' };
  const [item] = of.link.instances;
  return { instanceId: item?.instanceId ?? '', name: of.link.name, folder: item?.classifierId === 'Folder' };
};

/** Whoever may not share the item is told so before filling in a form; whoever seems to may, the server decides. */
const deniedAtOnce = (of: LinkDialogProps['of']): string | null =>
  'item' in of && (of.item.fileSharingId !== undefined || !may(of.item, 'share'))
    ? failureText('LINK_NOT_ALLOWED', currentLanguage(), {})
    : null;

/** Creates an external link or changes one: its settings, and beside them its verification. */
export default function LinkDialog({ of, ...frame }: LinkDialogProps) {
  const phone = usePhone();
  const [denied, setDenied] = useState(() => deniedAtOnce(of));
  const to = linkedTo(of);
  const item = 'item' in of ? of.item : undefined;
  const icon = item ? kindOf(item) : kindOfName(to.name);
  return (
    <Dialog
      {...frame}
      size={denied === null ? 900 : 520}
      padding={0}
      fullScreen={phone}
      classNames={{ header: styles.head ?? '', title: styles.titleBox ?? '', body: styles.dialog ?? '', content: styles.content ?? '' }}
      title={
        <span className={styles.title}>
          <FileIcon kind={to.folder ? 'folderLink' : icon} />
          <span>{'item' in of ? t('links.createOne', { name: to.name }) : t('links.changeOne', { name: to.name })}</span>
        </span>
      }
    >
      {denied === null ? (
        <LinkForm to={to} before={'link' in of ? of.link : null} onDenied={(error) => setDenied(error.errmsg)} onClose={frame.onClose} />
      ) : (
        <LinkDenied instanceId={to.instanceId} name={to.name} item={item} message={denied} />
      )}
    </Dialog>
  );
}
