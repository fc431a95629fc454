import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { failures, type Instance } from '@alcove/contract';
import { CallFailed } from '../../api/index.ts';
import { fileDetail } from '../../items/file-queries.ts';

interface Shown {
  /** As it is called, may be used and is starred now. */
  now: Instance;
  /** What is shown of it: the content it had when it was opened, until the reader takes a newer one. */
  shown: Instance;
  /** It was deleted or moved out of the reader's sight meanwhile. */
  gone: boolean;
  /** Shows the content that somebody has put in its place; null where there is none. */
  takeNewer: (() => void) | null;
}

/** The file that is looked at, while others rename it, replace what it holds, or remove it. */
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
