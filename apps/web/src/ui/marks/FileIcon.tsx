import type { ReactNode } from 'react';

export type FileKind =
  | 'folder'
  | 'folderShared'
  | 'folderDept'
  | 'folderLink'
  | 'document'
  | 'sheet'
  | 'slides'
  | 'pdf'
  | 'image'
  | 'video'
  | 'audio'
  | 'archive'
  | 'code'
  | 'web'
  | 'text'
  | 'drawing'
  | 'other';

const stroke = { fill: 'none', stroke: '#fff', strokeWidth: 1.6, strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const glyphs: Partial<Record<FileKind, ReactNode>> = {
  document: <path {...stroke} d="M8 12h8M8 15h8M8 18h5" />,
  text: <path {...stroke} d="M8.5 12.5h7M12 12.5v6" />,
  sheet: <path {...stroke} strokeWidth={1.4} d="M8 11.8h8v6.6H8zM8 15.1h8M11.4 11.8v6.6" />,
  slides: <path {...stroke} d="M8 12h8v4.6H8zM12 16.6v2M10.4 18.6h3.2" strokeWidth={1.4} />,
  pdf: (
    <path
      {...stroke}
      strokeWidth={1.4}
      d="M8.2 18.6c2.6-1.2 4-4.4 4-6.6 0-1.2-1.5-1.2-1.5 0 0 2.6 2.6 4.8 4.6 4.8 1.3 0 1.2-1.4-.1-1.4-2.4 0-5.2 1-6.6 2.4-.7.7-.9 1-.4.8z"
    />
  ),
  image: (
    <>
      <circle cx="9.6" cy="12.3" r="1.3" fill="#fff" />
      <path d="M7 18.8l3.3-3.8 2 2.1 2.4-3 2.8 4.7z" fill="#fff" stroke="#fff" strokeWidth=".8" strokeLinejoin="round" />
    </>
  ),
  video: <path d="M10 11.7v6.6l5.6-3.3z" fill="#fff" stroke="#fff" strokeWidth="1" strokeLinejoin="round" />,
  audio: <path {...stroke} d="M8.2 14v2M10.7 12v6M13.3 13.2v3.6M15.8 14.2v1.6" />,
  archive: (
    <>
      <path {...stroke} strokeWidth={2.4} strokeDasharray="1.5 1.5" strokeLinecap="butt" d="M12 2v9.6" />
      <rect {...stroke} strokeWidth={1.4} x="10.6" y="13" width="2.8" height="4.6" rx="1.2" />
    </>
  ),
  code: <path {...stroke} d="M10 12.2L7.8 15l2.2 2.8M14 12.2l2.2 2.8-2.2 2.8" />,
  web: (
    <>
      <circle cx="12" cy="15" r="3.9" {...stroke} strokeWidth={1.3} />
      <path {...stroke} strokeWidth={1.3} d="M8.1 15h7.8M12 11.1c-2.2 2.4-2.2 5.4 0 7.8 2.2-2.4 2.2-5.4 0-7.8z" />
    </>
  ),
  drawing: <path {...stroke} strokeWidth={1.4} d="M8 18.5V11.5l7.6 7zM8 18.5h7.6M10.2 16.4v-.9l1 .9z" />,
  other: <path {...stroke} d="M9.2 15h.01M12 15h.01M14.8 15h.01" strokeWidth={2} />,
};
const folderGlyphs: Partial<Record<FileKind, ReactNode>> = {
  folderShared: (
    <g fill="var(--folder-glyph)">
      <circle cx="10.2" cy="12.4" r="2" />
      <path d="M6.4 18.2c0-2.2 1.6-3.2 3.8-3.2s3.8 1 3.8 3.2z" />
      <path d="M14 10.6a1.8 1.8 0 1 1 .6 3.5c.4-.5.6-1.1.6-1.7s-.4-1.3-1.2-1.8zM15.4 18.2h2.5c0-2-1.2-3.1-3-3.1.4.8.6 1.8.5 3.1z" />
    </g>
  ),
  folderDept: (
    <path
      d="M9 18.4v-6.9h3.6v6.9M12.6 13.8h2.9v4.6M7.8 18.4h8.9M10.5 13.6h.6M10.5 15.7h.6"
      fill="none"
      stroke="var(--folder-glyph)"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  ),
  folderLink: (
    <path
      d="M10.7 16.4H9.7a2.3 2.3 0 0 1 0-4.6h1M13.3 11.8h1a2.3 2.3 0 0 1 0 4.6h-1M10.3 14.1h3.4"
      fill="none"
      stroke="var(--folder-glyph)"
      strokeWidth="1.5"
      strokeLinecap="round"
    />
  ),
};

/** One drawing for every size: 24 px in rows, 28 in the transfer panel, 34 on phones, 56 in the grid. */
export function FileIcon({ kind, size = 24 }: { kind: FileKind; size?: number }) {
  if (kind.startsWith('folder'))
    return (
      <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
        <path fill="var(--folder-back)" d="M2 6.3A2.3 2.3 0 0 1 4.3 4h4.3c.6 0 1.2.24 1.63.67L11.6 6h8.1A2.3 2.3 0 0 1 22 8.3V15H2z" />
        <path
          fill="var(--folder)"
          d="M2 10.3A2.3 2.3 0 0 1 4.3 8h15.4a2.3 2.3 0 0 1 2.3 2.3v7.4a2.3 2.3 0 0 1-2.3 2.3H4.3A2.3 2.3 0 0 1 2 17.7z"
        />
        {folderGlyphs[kind]}
      </svg>
    );
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path fill={`var(--type-${kind})`} d="M4 4.2A2.2 2.2 0 0 1 6.2 2h7.9L20 7.9v11.9a2.2 2.2 0 0 1-2.2 2.2H6.2A2.2 2.2 0 0 1 4 19.8z" />
      <path fill="#fff" fillOpacity=".38" d="M14.1 2 20 7.9h-4.2a1.7 1.7 0 0 1-1.7-1.7z" />
      {glyphs[kind]}
    </svg>
  );
}
