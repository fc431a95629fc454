import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { hasThumbnail, previewKindOf, type Instance } from '@alcove/contract';
import { FileIcon } from '../ui/marks/FileIcon.tsx';
import { askThumbnail } from './ask-thumbnails.ts';
import { kindOf } from './file-kind.ts';
import styles from './Thumb.module.css';

/** A thumbnail's link is valid for an hour. */
const freshMs = 50 * 60_000;
const askAgainMs = 1500;

export const hasThumb = (item: Instance): boolean =>
  item.classifierId === 'File' && item.fileSize > 0 && item.fileAuth.includes('preview') && hasThumbnail(item.instanceName);

/** At row size a PDF page is unreadable; its icon says more. */
const hasSmallThumb = (item: Instance): boolean => hasThumb(item) && previewKindOf(item.instanceName) !== 'pdf';

/** Not under ['files'], which is refetched after every change: the same version keeps its thumbnail and link. */
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
  /** Icon size in pixels. */
  size: number;
  /** Thumbnail size in pixels, in a row; without it the thumbnail fills its box. The space is reserved before it loads. */
  picture?: number;
}

/** A thumbnail, loaded once it scrolls into view; the file icon until then and after a failure. */
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
  /** An expired link is refetched once. */
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
