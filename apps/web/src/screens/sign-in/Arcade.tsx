import type { ReactNode } from 'react';
import { logoPath } from '../../ui/marks/Logo.tsx';

/** One niche at (x, y), lit from the left; `number` makes its clip path's id unique. */
const niche = (x: number, y: number, w: number, h: number, number: number, obj?: ReactNode) => {
  const d = (dx = 0, dy = 0) => `M${x + dx} ${y + h + dy}V${y + w / 2 + dy}a${w / 2} ${w / 2} 0 0 1 ${w} 0V${y + h + dy}z`;
  return (
    <g key={`${x}-${y}`}>
      <clipPath id={`c${number}`}>
        <path d={d()} />
      </clipPath>
      <path d={d()} fill="url(#deep)" />
      <g clipPath={`url(#c${number})`}>
        <path d={d(w * 0.12, w * 0.11)} fill="url(#lit)" />
        <path d={`M${x} ${y + h - w * 0.1}h${w}v${w * 0.1}h-${w}z`} fill="#0a4a4e" opacity=".75" />
        {obj}
      </g>
      <path d={`M${x - 7} ${y + h}h${w + 14}v7h-${w + 14}z`} fill="#1c8286" opacity=".75" />
    </g>
  );
};

const book = (x: number, b: number, w: number, h: number, c: string, band?: string, r = 0) => (
  <g transform={`rotate(${r} ${x + w} ${b})`}>
    <rect x={x} y={b - h} width={w} height={h} rx="2.5" fill={c} />
    <rect x={x} y={b - h} width={w * 0.22} height={h} rx="2" fill="#fff" opacity=".13" />
    {band && <rect x={x} y={b - h + 14} width={w} height="7" fill={band} />}
  </g>
);

/** The wall of niches on the sign-in page. It has its own colors, the same in both themes. */
export function Arcade() {
  return (
    <svg width="100%" height="100%" viewBox="0 0 780 900" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <defs>
        <linearGradient id="wall" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#0b6e72" />
          <stop offset=".55" stopColor="#075c60" />
          <stop offset="1" stopColor="#044549" />
        </linearGradient>
        <linearGradient id="deep" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#022f33" />
          <stop offset="1" stopColor="#04484c" />
        </linearGradient>
        <linearGradient id="lit" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stopColor="#085458" />
          <stop offset="1" stopColor="#14787c" />
        </linearGradient>
        <radialGradient id="sph" cx=".36" cy=".3" r=".8">
          <stop offset="0" stopColor="#ffe2b0" />
          <stop offset=".5" stopColor="#e0aa55" />
          <stop offset="1" stopColor="#8c5d1c" />
        </radialGradient>
        <radialGradient id="glow" cx=".12" cy=".05" r=".9">
          <stop offset="0" stopColor="#bfeeea" stopOpacity=".22" />
          <stop offset="1" stopColor="#bfeeea" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect width="780" height="900" fill="url(#wall)" />
      {niche(
        96,
        320,
        168,
        236,
        1,
        <>
          {book(124, 540, 20, 122, '#e9efe9', '#c99c4b')}
          {book(147, 540, 16, 104, '#d9a95a')}
          {book(166, 540, 24, 134, '#2d9297', '#e9efe9')}
          {book(194, 540, 18, 112, '#cfdedb', undefined, 11)}
        </>,
      )}
      {niche(
        306,
        250,
        168,
        306,
        2,
        <g transform="translate(306 250)">
          <ellipse cx="92" cy="290" rx="56" ry="8" fill="#022f33" opacity=".5" />
          <circle cx="84" cy="242" r="47" fill="url(#sph)" />
        </g>,
      )}
      {niche(
        516,
        366,
        168,
        190,
        3,
        <g>
          <path d="M546 539v-30h66v30z" fill="#e9efe9" />
          <path d="M546 509h66v8h-66z" fill="#c9d8d5" />
          <path d="M556 509v-24h70v24z" fill="#d9a95a" />
          <path d="M556 485h70v7h-70z" fill="#c08e3f" />
          <path d="M563 485v-15h48v15z" fill="#2d9297" />
        </g>,
      )}
      {niche(
        96,
        636,
        168,
        200,
        4,
        <>
          <ellipse cx="184" cy="822" rx="48" ry="6" fill="#022f33" opacity=".5" />
          <g transform="translate(126 738) scale(3.4)" fill="#e9efe9">
            <path fillRule="evenodd" d={logoPath} />
          </g>
        </>,
      )}
      {niche(
        306,
        636,
        168,
        200,
        5,
        <>
          {book(330, 820, 26, 118, '#d9a95a', '#e9efe9')}
          {book(359, 820, 17, 96, '#e9efe9')}
          {book(379, 820, 21, 126, '#3aa0a4')}
          {book(403, 820, 15, 88, '#cfdedb')}
          {book(421, 820, 18, 108, '#0d5155', '#d9a95a')}
        </>,
      )}
      {niche(
        516,
        636,
        168,
        200,
        6,
        <g>
          <ellipse cx="604" cy="822" rx="44" ry="6" fill="#022f33" opacity=".5" />
          <path d="M582 820c-22-14-26-50-10-66 6-6 10-8 10-18h30c0 10 4 12 10 18 16 16 12 52-10 66z" fill="#dfe9e5" />
          <path d="M582 820c-22-14-26-50-10-66 6-6 10-8 10-18h8c0 12-2 14-8 22-12 16-10 48 10 62z" fill="#fff" opacity=".55" />
        </g>,
      )}
      <rect width="780" height="900" fill="url(#glow)" />
    </svg>
  );
}
