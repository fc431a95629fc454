import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasThumbnail, previewKindOf, type Instance } from '@alcove/contract';
import { FileIcon } from '../ui/marks/FileIcon.tsx';
import { askThumbnail } from './ask-thumbnails.ts';
import { kindOf } from './file-kind.ts';
import styles from './Thumb.module.css';

/** Its link holds for an hour. */
const freshMs = 50 * 60_000;
const askAgainMs = 1500;

export const hasThumb = (item: Instance): boolean =>
  item.classifierId === 'File' && item.fileSize > 0 && item.fileAuth.includes('preview') && hasThumbnail(item.instanceName);

/** In a row nothing of a page can be read, and its icon says more. */
const hasSmallThumb = (item: Instance): boolean => hasThumb(item) && previewKindOf(item.instanceName) !== 'pdf';

/** Beside the files, whose answers are asked for anew with every change: the same content keeps its picture, and its link. */
const thumbnailOf = (item: Instance) =>
  queryOptions({
    queryKey: ['thumbnail', item.instanceId, item.version],
    queryFn: () => askThumbnail(item.instanceId),
    staleTime: freshMs,
    gcTime: freshMs,
    retry: false,
    refetchInterval: ({ state: { data } }) => (data && 'preparing' in data ? askAgainMs : false),
  });

interface ThumbProps {
  item: Instance;
  /** Of the icon, in pixels. */
  size: number;
  /** Of the picture in a row, in pixels; without it the picture fills its box. Its room is there before it is. */
  picture?: number;
}

/** A picture in the place of its icon, asked for once it comes into view; the icon until then and whenever it fails. */
export function Thumb({ item, size, picture }: ThumbProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const [failed, setFailed] = useState<readonly string[]>([]);
  const wanted = picture === undefined ? hasThumb(item) : hasSmallThumb(item);
  useEffect(() => {
    if (!wanted || seen || !box.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true);
      },
      { rootMargin: '120px' },
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [wanted, seen]);
  const { data, refetch } = useQuery({ ...thumbnailOf(item), enabled: wanted && seen });
  const url = wanted && data && 'url' in data && !failed.includes(data.url) ? data.url : null;
  /** A link that has ended is asked for anew, once. */
  const fail = (ended: string) => {
    if (failed.length === 0) void refetch();
    setFailed([...failed, ended]);
  };
  return (
    <span
      ref={box}
      className={styles.thumb}
      {...(picture !== undefined && { 'data-small': true, style: { width: picture, height: picture } })}
    >
      {url === null ? (
        <FileIcon kind={kindOf(item)} size={size} />
      ) : (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          data-page={previewKindOf(item.instanceName) === 'pdf' || undefined}
          onError={() => fail(url)}
        />
      )}
    </span>
  );
}
