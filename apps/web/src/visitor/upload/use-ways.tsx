import { useRef } from 'react';
import { fromDrop, fromInput, type Chosen } from '../../features/transfer/start/chosen.ts';
import { useFileDrop } from '../../features/transfer/start/use-file-drop.ts';
import { t } from '../../i18n/index.ts';
import { toast } from '../../ui/toast/toast.ts';
import { startUpload, type UploadPlace } from './start.ts';

export type Way = 'files' | 'folder' | 'camera';

/** The ways to choose something: a drop anywhere on the page, and the browser's own choosers, whose field `field` has to be drawn. */
export function useWays(place: UploadPlace, refused: string | undefined) {
  const input = useRef<HTMLInputElement>(null);
  const upload = (chosen: Chosen): void => void startUpload(chosen, place);
  const choose = (way: Way): void => {
    if (refused !== undefined) return void toast({ text: refused, tone: 'warning' });
    const field = input.current;
    if (!field) return;
    field.toggleAttribute('webkitdirectory', way === 'folder');
    field.accept = way === 'camera' ? 'image/*,video/*' : '';
    field.toggleAttribute('capture', way === 'camera');
    field.click();
  };
  const hover = useFileDrop({
    takes: () => false,
    onDrop: (transfer) => {
      if (refused !== undefined) return void toast({ text: refused, tone: 'warning' });
      fromDrop(transfer).then(upload, () => void toast.error(t('upload.readFailed')));
    },
  });
  const field = (
    <input
      ref={input}
      type="file"
      multiple={place.replaces === undefined}
      hidden
      aria-hidden
      tabIndex={-1}
      onChange={(event) => {
        const { files } = event.currentTarget;
        if (files) upload(fromInput(files));
        event.currentTarget.value = '';
      }}
    />
  );
  return { choose, hovers: hover !== null, field };
}
