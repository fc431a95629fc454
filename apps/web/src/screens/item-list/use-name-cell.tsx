import { useCallback, type ReactNode } from 'react';
import type { Instance } from '@alcove/contract';
import { usePhone } from '../../ui/use-media.ts';
import { kindOf } from '../../items/file-kind.ts';
import { LinkMark } from '../../items/LinkMark.tsx';
import { StarMark } from '../../items/StarMark.tsx';
import { SharedMark } from '../../items/SharedMark.tsx';
import { rename } from '../../items/file-actions.ts';
import { FileName } from '../../items/FileName.tsx';
import { InlineName } from '../../items/InlineName.tsx';
import { SensitivityMark } from '../../items/SensitivityMark.tsx';

/**
 * Renders a name with its marks, or the field for renaming it. `names`: the names the folder already has. `shown` renders the name itself
 * where it is more than plain text.
 */
export function useNameCell<Item extends Instance>(
  renaming: string | null,
  names: readonly string[],
  onRenamed: () => void,
  shown?: (item: Item) => ReactNode,
) {
  const phone = usePhone();
  return useCallback(
    (item: Item, tags?: ReactNode) =>
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
          {shown ? shown(item) : <FileName name={item.instanceName} drags={!phone} />}
          {item.collected && <StarMark />}
          {item.shared && <SharedMark seen={kindOf(item) === 'folderShared'} />}
          {item.linkpath !== undefined && <LinkMark file={item.classifierId === 'File'} />}
          {item.sensitivity === 'high' && <SensitivityMark />}
          {tags}
        </>
      ),
    [renaming, names, phone, onRenamed, shown],
  );
}
