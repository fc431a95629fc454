import { useId } from 'react';
import type { ReactNode } from 'react';
import { FileIcon } from './FileIcon.tsx';

/**
 * The illustration of every empty, error and no-permission state: an arch lit from the left, with one object on its floor.
 * The object is drawn around (0, 0): its feet at y = 0, at most 76 wide and 84 high. `spread` is half the width of its shadow.
 */
export function Niche({ children, size = 196, spread = 30 }: { children?: ReactNode; size?: number; spread?: number }) {
  const id = useId();
  const arch = 'M48 152V80a52 52 0 0 1 104 0v72z';
  return (
    <svg width={size} height={size * 0.9} viewBox="0 0 200 180" aria-hidden>
      <defs>
        <linearGradient id={`${id}shade`} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="var(--accent)" stopOpacity=".2" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity=".06" />
        </linearGradient>
        <clipPath id={`${id}clip`}>
          <path d={arch} />
        </clipPath>
      </defs>
      <path d={arch} fill={`url(#${id}shade)`} />
      <g clipPath={`url(#${id}clip)`}>
        <path d="M62 152V92a52 52 0 0 1 104 0v60z" fill="var(--sheet)" opacity=".55" />
        <rect x="48" y="136" width="104" height="16" fill="var(--accent)" opacity=".1" />
      </g>
      {children && (
        <g transform="translate(105 145)">
          <ellipse cx="3" cy="0" rx={spread} ry="3.6" fill="var(--text)" opacity=".16" />
          {children}
        </g>
      )}
      <path d="M28 152.5h144" stroke="var(--line)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  );
}

/** Objects for the niche; each stands on y = 0. */
export type NicheObject = 'folder' | 'star' | 'key' | 'lens' | 'tile';
const objects: Record<NicheObject, { spread: number; drawing: ReactNode }> = {
  folder: {
    spread: 38,
    drawing: (
      <g transform="translate(-39 -65)">
        <FileIcon kind="folder" size={78} />
      </g>
    ),
  },
  star: {
    spread: 28,
    drawing: (
      <path
        transform="translate(0 -30)"
        d="M0-32 8.8-12.1 30.4-9.9 14.2 4.6 18.8 25.9 0 15-18.8 25.9-14.2 4.6-30.4-9.9-8.8-12.1z"
        fill="var(--warning-fill)"
        stroke="var(--warning-fill)"
        strokeWidth="8"
        strokeLinejoin="round"
      />
    ),
  },
  key: {
    spread: 24,
    drawing: (
      <g transform="rotate(28)" fill="none" stroke="var(--accent-text)">
        <circle cy="-61" r="14" strokeWidth="8" />
        <path d="M0-44V-3" strokeWidth="8" />
        <path d="M-3-21h-10M-3-8h-13" strokeWidth="7" />
      </g>
    ),
  },
  lens: {
    spread: 24,
    drawing: (
      <g transform="translate(0 -4) rotate(26)">
        <circle cy="-52" r="20" fill="var(--sheet)" fillOpacity=".6" stroke="var(--accent-text)" strokeWidth="7" />
        <path d="M0-30V0" stroke="var(--accent-text)" strokeWidth="9" strokeLinecap="round" />
      </g>
    ),
  },
  tile: {
    spread: 34,
    drawing: (
      <g fill="var(--danger)" opacity=".86">
        <path d="M-28-58a5 5 0 0 1 5-5h38l-8 17 11 12-10 13 6 21h-37a5 5 0 0 1-5-5z" />
        <path d="M20 0 15-19l9-11 5 25a5 5 0 0 1-5 5z" />
      </g>
    ),
  },
};
export function NicheWith({ object, size = 196 }: { object: NicheObject; size?: number }) {
  const { spread, drawing } = objects[object];
  return (
    <Niche size={size} spread={spread}>
      {drawing}
    </Niche>
  );
}
