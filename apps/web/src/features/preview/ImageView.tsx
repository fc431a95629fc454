import { Button } from '@mantine/core';
import { Expand, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { limits, type ReadyPreview } from '@alcove/contract';
import { t } from '../../i18n/index.ts';
import { StateView } from '../../ui/empty-state/index.ts';
import { useSize } from '../../ui/data-table/use-size.ts';
import { BarTool } from './BarTool.tsx';
import { Failed } from './Failed.tsx';
import { isReachable } from './reachable.ts';
import { Unsupported } from './Unsupported.tsx';
import { Watermark } from './Watermark.tsx';
import { useKeys } from './use-keys.ts';
import { fitScale, fitting, stepped, turned, zoomedAt, type Size } from './zoom.ts';
import styles from './preview.module.css';

const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
interface ImageViewProps {
  preview: ReadyPreview;
  onFacts(text: string): void;
  onDownload: (() => void) | undefined;
  onRetry(): void;
  onClose(): void;
}

/** The width of the watermark's pattern, in CSS pixels. */
const watermarkTile = 260;

const isHuge = ({ width, height }: Size) => width > limits.imageConfirmPixels || height > limits.imageConfirmPixels;

/** An image. Above 10,000 pixels it asks first, because the browser may become slow. Its size is known before it is drawn. */
export function ImageView(props: ImageViewProps) {
  // A preview made from a larger image is smaller than the image.
  const { pixels } = props.preview;
  const [huge, setHuge] = useState<Size | null>(pixels && isHuge(pixels) ? pixels : null);
  const [agreed, setAgreed] = useState(false);
  if (!huge || agreed) return <Picture {...props} onHuge={agreed ? null : setHuge} />;
  return (
    <div className={styles.message}>
      <StateView
        object="lens"
        title={t('preview.hugeTitle')}
        text={t('preview.hugeText', { width: huge.width, height: huge.height })}
        actions={
          <>
            <Button variant="default" onClick={props.onClose}>
              {t('common.cancel')}
            </Button>
            <Button onClick={() => setAgreed(true)}>{t('preview.hugeOpen')}</Button>
          </>
        }
      />
    </div>
  );
}

function Picture({ preview, onFacts, onDownload, onRetry, onHuge }: ImageViewProps & { onHuge: ((size: Size) => void) | null }) {
  const stage = useRef<HTMLDivElement>(null);
  const room = useSize(stage);
  const [size, setSize] = useState<Size | null>(null);
  const [failed, setFailed] = useState<'file' | 'link' | null>(null);
  const [lie, setLie] = useState(fitting);
  const drag = useRef<{ x: number; y: number } | null>(null);
  const fit = size && room.width > 0 ? fitScale(size, { width: room.width - 24, height: room.height - 76 }, lie.turns) : 1;
  const scale = lie.scale ?? fit;
  const zoom = (to: number, at = { x: 0, y: 0 }) => setLie((before) => zoomedAt(before, scale, to, at));
  const transform = `translate(-50%, -50%) translate(${lie.x}px, ${lie.y}px) rotate(${lie.turns * 90}deg) scale(${scale})`;
  const bigger = (): void => zoom(stepped(scale, 1));
  useKeys({
    '+': bigger,
    '=': bigger,
    '-': () => zoom(stepped(scale, -1)),
    0: () => setLie({ ...lie, scale: null, x: 0, y: 0 }),
    r: () => setLie(turned(lie, 1)),
  });
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  useEffect(() => {
    wheel.current = (event) => {
      event.preventDefault();
      const rect = stage.current?.getBoundingClientRect();
      if (!rect) return;
      const to = Math.min(8, Math.max(0.05, scale * Math.exp(-event.deltaY / 400)));
      zoom(to, { x: event.clientX - rect.left - rect.width / 2, y: event.clientY - rect.top - rect.height / 2 });
    };
  });
  useEffect(() => {
    const element = stage.current;
    // React's wheel listeners are passive, so they could not stop the page from scrolling.
    const turn = (event: WheelEvent) => wheel.current(event);
    element?.addEventListener('wheel', turn, { passive: false });
    return () => element?.removeEventListener('wheel', turn);
  }, []);
  if (failed === 'link') return <Failed onRetry={onRetry} />;
  if (failed === 'file') return <Unsupported title={t('preview.imageBroken')} onDownload={onDownload} />;
  return (
    <>
      <div
        ref={stage}
        className={styles.picture}
        onDoubleClick={() => (lie.scale === null ? zoom(1) : setLie({ ...lie, scale: null, x: 0, y: 0 }))}
        onPointerDown={(event) => {
          if (event.button === 0) {
            event.currentTarget.setPointerCapture(event.pointerId);
            drag.current = { x: event.clientX - lie.x, y: event.clientY - lie.y };
          }
        }}
        onPointerMove={(event) => {
          const from = drag.current;
          if (from) {
            const { clientX, clientY } = event;
            setLie((before) => ({ ...before, x: clientX - from.x, y: clientY - from.y }));
          }
        }}
        onPointerUp={() => {
          drag.current = null;
        }}
        onPointerCancel={() => {
          drag.current = null;
        }}
      >
        <img
          src={preview.url}
          alt={preview.fileName}
          draggable={false}
          data-ready={size !== null || undefined}
          style={{ transform }}
          onError={() => void isReachable(preview.url).then((reachable) => setFailed(reachable ? 'file' : 'link'))}
          onLoad={(event) => {
            const { naturalWidth: width, naturalHeight: height } = event.currentTarget;
            if (onHuge && isHuge({ width, height })) return onHuge({ width, height });
            setSize({ width, height });
            const own = preview.pixels ?? { width, height };
            onFacts(`${own.width} × ${own.height}`);
          }}
        />
        {/* It moves with the picture, and keeps its own size. */}
        {size && <Watermark style={{ ...size, transform, backgroundSize: `${watermarkTile / scale}px auto` }} />}
      </div>
      <div className={styles.bar} role="toolbar" aria-label={t('preview.tools')}>
        <BarTool label={t('preview.zoomOut')} onClick={() => zoom(stepped(scale, -1))}>
          <ZoomOut {...icon} />
        </BarTool>
        <span className={styles.percent}>{Math.round(scale * 100)}%</span>
        <BarTool label={t('preview.zoomIn')} onClick={bigger}>
          <ZoomIn {...icon} />
        </BarTool>
        <span className={styles.line} />
        <BarTool label={t('preview.fit')} onClick={() => setLie({ ...lie, scale: null, x: 0, y: 0 })}>
          <Expand {...icon} />
        </BarTool>
        <BarTool label={t('preview.actual')} onClick={() => zoom(1)}>
          1:1
        </BarTool>
        <span className={styles.line} />
        <BarTool label={t('preview.rotateLeft')} onClick={() => setLie(turned(lie, -1))}>
          <RotateCcw {...icon} />
        </BarTool>
        <BarTool label={t('preview.rotateRight')} onClick={() => setLie(turned(lie, 1))}>
          <RotateCw {...icon} />
        </BarTool>
      </div>
    </>
  );
}
