import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failures, type Instance } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import { fileDetail } from '../../items/file-queries.ts';

interface Shown {
  /** The file with its current name, rights and star. */
  now: Instance;
  /** The shown content: the version that was opened, until the reader takes a newer one. */
  shown: Instance;
  /** The file was deleted or hidden from the reader. */
  gone: boolean;
  /** Switches to a newer version; null when there is none. */
  takeNewer: (() => void) | null;
}

/** The previewed file, while others rename, replace or delete it. */
export function useShown(item: Instance): Shown {
  const { data, error } = useQuery(fileDetail(item.instanceId, item));
  const now = data?.instanceId === item.instanceId ? { ...item, ...data } : item;
  const [taken, setTaken] = useState(item);
  const other = taken.instanceId !== item.instanceId;
  if (other) setTaken(item);
  const { version, fileSize } = other ? item : taken;
  return {
    now,
    shown: { ...now, version, fileSize },
    gone: error instanceof CallFailed && error.errcode === failures.FILE_NOT_FOUND.errcode,
    takeNewer: now.version > version ? () => setTaken(now) : null,
  };
}
