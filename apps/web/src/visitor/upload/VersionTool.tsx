import { Upload } from 'lucide-react';
import type { LinkContent } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { useOnline } from '../../ui/use-online.ts';
import { Button } from '../ui/Button.tsx';
import { icon } from '../ui/icon.ts';
import { UploadPanel, useClosed } from './UploadPanel.tsx';
import { useWays } from './use-ways.tsx';

interface VersionToolProps {
  content: LinkContent;
  phone: boolean;
  /** A new version has arrived. */
  onArrived(): void;
}

/** What visitors of a link to one file that may be edited add: a new version of it. */
export default function VersionTool({ content, phone, onArrived }: VersionToolProps) {
  const closed = useClosed();
  const offline = useOnline() ? undefined : t('upload.offline');
  const { instanceId, instanceName, instanceType } = content.root;
  const place = {
    parentId: instanceId,
    instanceType,
    onConflict: 'version' as const,
    replaces: instanceName,
    fileBytes: content.fileBytes,
  };
  const { choose, hovers, field } = useWays(place, closed ?? offline);
  return (
    <>
      <Button size={phone ? 'large' : 'normal'} icon={<Upload {...icon} />} onClick={() => choose('files')}>
        {t('upload.newVersion')}
      </Button>
      {field}
      <UploadPanel content={content} phone={phone} hovers={hovers} foot={t('upload.asVersion')} onArrived={onArrived} />
    </>
  );
}
