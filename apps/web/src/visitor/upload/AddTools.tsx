import { Camera, ChevronDown, FolderPlus, FolderUp, Upload } from 'lucide-react';
import { useState } from 'react';
import type { LinkContent } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { icon } from '../ui/icon.ts';
import { MenuButton } from '../ui/MenuButton.tsx';
import { NewFolder } from './NewFolder.tsx';
import { UploadPanel, useClosed } from './UploadPanel.tsx';
import { useWays } from './use-ways.tsx';

interface AddToolsProps {
  content: LinkContent;
  /** The folder that is shown, which takes what is added. */
  folderId: string;
  phone: boolean;
  /** Something has arrived in the shown folder, or below it. */
  onArrived(): void;
}

/** What visitors of a link that may be edited add to the shown folder: files, folders, and new versions of what is there. */
export default function AddTools({ content, folderId, phone, onArrived }: AddToolsProps) {
  const [naming, setNaming] = useState(false);
  const closed = useClosed();
  const offline = useOnline() ? undefined : t('upload.offline');
  const place = {
    parentId: folderId,
    instanceType: content.root.instanceType,
    onConflict: 'version' as const,
    fileBytes: content.fileBytes,
  };
  const { choose, hovers, field } = useWays(place, closed ?? offline);
  return (
    <>
      <MenuButton
        label={t('upload.add')}
        wide={!phone}
        entries={[
          { label: t('upload.chooseFiles'), icon: <Upload {...icon} />, onClick: () => choose('files') },
          phone
            ? { label: t('upload.camera'), icon: <Camera {...icon} />, onClick: () => choose('camera') }
            : { label: t('upload.chooseFolder'), icon: <FolderUp {...icon} />, onClick: () => choose('folder') },
          { label: t('upload.newFolder'), icon: <FolderPlus {...icon} />, onClick: () => setNaming(true) },
        ]}
      >
        <Upload {...icon} />
        {!phone && (
          <>
            {t('upload.add')}
            <ChevronDown size={14} strokeWidth={1.75} aria-hidden />
          </>
        )}
      </MenuButton>
      {field}
      <UploadPanel content={content} phone={phone} hovers={hovers} foot={t('upload.asVersions')} onArrived={onArrived} />
      {naming && <NewFolder parentId={folderId} onClose={() => setNaming(false)} onMade={onArrived} />}
    </>
  );
}
