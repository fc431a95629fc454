import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { previewKindOf, type Instance } from '@alcove/contract';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { kindOf } from './file-kind.ts';
import { previewOf } from './file-queries.ts';
import styles from './Thumb.module.css';

/** Larger pictures keep their icon: the whole file would have to come for a small picture. */
const largest = 2 * 1024 * 1024;

export const hasThumb = (item: Instance): boolean =>
  item.classifierId === 'File' &&
  previewKindOf(item.instanceName) === 'image' &&
  item.fileSize > 0 &&
  item.fileSize <= largest &&
  item.fileAuth.includes('preview');

/** A picture in the place of its icon, asked for once it comes into view; the icon until then and whenever it fails. */
export function Thumb({ item, size }: { item: Instance; size: number }) {
  const box = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const [failed, setFailed] = useState(false);
  const wanted = hasThumb(item);
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
  const { data } = useQuery({ ...previewOf(item), enabled: wanted && seen, retry: false });
  return (
    <span ref={box} className={styles.thumb}>
      {wanted && data && data.kind !== 'preparing' && !failed ? (
        <img src={data.url} alt="" decoding="async" draggable={false} onError={() => setFailed(true)} />
      ) : (
        <FileIcon kind={kindOf(item)} size={size} />
      )}
    </span>
  );
}
