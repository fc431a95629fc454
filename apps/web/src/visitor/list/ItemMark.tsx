import { useEffect, useRef, useState } from 'react';
import { previewKindOf, type LinkInstance } from '@alcove/contract';
import { kindOf } from '../../items/file-kind.ts';
import { FileIcon } from '../../ui/marks/FileIcon.tsx';
import { hasSmallThumb, hasThumb, useThumbnail } from './thumbnails.ts';
import styles from './ItemMark.module.css';

/** A file's thumbnail once it is in view, else its icon. `box`: pixels of the thumbnail in a row; without it the thumbnail fills its tile. */
export function ItemMark({ item, size, box }: { item: LinkInstance; size: number; box?: number }) {
  const place = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  const wanted = box === undefined ? hasThumb(item) : hasSmallThumb(item);
  useEffect(() => {
    if (!wanted || seen || !place.current) return;
    const observer = new IntersectionObserver((entries) => entries.some(({ isIntersecting }) => isIntersecting) && setSeen(true));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [wanted, seen]);
  const { url, fail } = useThumbnail(item, wanted && seen);
  return (
    <span
      ref={place}
      className={styles.mark}
      data-small={box !== undefined || undefined}
      style={box === undefined ? undefined : { width: box, height: box }}
    >
      {url === null || !wanted ? (
        <FileIcon kind={kindOf(item)} size={size} />
      ) : (
        <img
          src={url}
          alt=""
          decoding="async"
          draggable={false}
          data-page={previewKindOf(item.instanceName) === 'pdf' || undefined}
          onError={fail}
        />
      )}
    </span>
  );
}
