import { useCallback, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { usePhone } from '../../ui/use-media.ts';
import { StarMark } from '../favourites/StarMark.tsx';
import { SharedMark } from '../sharing/SharedMark.tsx';
import { rename } from './file-actions.ts';
import { FileName } from './FileName.tsx';
import { InlineName } from './InlineName.tsx';
import { SensitivityMark } from './SensitivityMark.tsx';

/** Draws a name with its marks, or the field in which it is being changed. `names`: what the folder holds already. */
export function useNameCell(renaming: string | null, names: readonly string[], onRenamed: () => void) {
  const phone = usePhone();
  return useCallback(
    (item: Instance, tags?: ReactNode) =>
      renaming === item.instanceId ? (
        <InlineName
          name={item.instanceName}
          folder={item.classifierId === 'Folder'}
          others={names}
          onSave={(name) => rename(item, name)}
          onClose={onRenamed}
        />
      ) : (
        <>
          <FileName name={item.instanceName} drags={!phone} />
          {item.collected && <StarMark />}
          {item.shared && <SharedMark file={item.classifierId === 'File'} />}
          {item.sensitivity === 'high' && <SensitivityMark />}
          {tags}
        </>
      ),
    [renaming, names, phone, onRenamed],
  );
}
