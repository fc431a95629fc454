import { useEffect, useMemo, useState } from 'react';
import type { LinkContent } from '@alcove/contract';

const two = (value: number): string => String(value).padStart(2, '0');
const escaped = (text: string): string => text.replace(/[&<>]/g, (one) => `&#${one.charCodeAt(0)};`);
/** A Chinese character is as wide as the type is high, a Latin one about half of that. */
const widthOf = (text: string): number => [...text].reduce((sum, one) => sum + (/[\u1100-\uffff]/.test(one) ? 13 : 7.4), 0);

/** `vis** 10.0.0.7 11-21 10:42`: who looks, and when. */
export const markText = (text: string, now: Date): string =>
  text.replaceAll('{time}', `${two(now.getMonth() + 1)}-${two(now.getDate())} ${two(now.getHours())}:${two(now.getMinutes())}`);

/** The text as a slanted, repeated CSS image. Dark letters with a light edge show on every ground. */
export function markImage(text: string): string {
  const width = Math.ceil(widthOf(text)) + 44;
  const height = Math.ceil(width * 0.56);
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<text x="50%" y="50%" transform="rotate(-20 ${width / 2} ${height / 2})" text-anchor="middle" dominant-baseline="middle" ` +
    `font-size="13" font-family="Geist, PingFang SC, Microsoft YaHei, Noto Sans CJK SC, sans-serif" ` +
    `fill="#142023" fill-opacity=".2" stroke="#fff" stroke-opacity=".18" stroke-width="1.2" paint-order="stroke">${escaped(text)}</text></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

const minuteMs = 60_000;

/** The watermark of this visitor, with the time of the minute; null if the link has none. */
export function useWatermark({ watermark, watermarkText }: LinkContent): string | null {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), minuteMs);
    return () => clearInterval(timer);
  }, []);
  return useMemo(() => (watermark === 'default' ? markImage(markText(watermarkText, now)) : null), [watermark, watermarkText, now]);
}
