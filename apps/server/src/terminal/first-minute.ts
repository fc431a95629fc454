/** Tells the person at the terminal which optional programs this machine lacks, what that means, and which command installs them. */
import type { ConfinementState } from '../sandbox/index.ts';
import type { Missing, TerminalTexts } from './texts.ts';

export interface Lacking {
  /** Programs that are not installed. */
  programs: readonly string[];
  confinement: ConfinementState;
  isRoot: boolean;
}

interface Part {
  missing: Missing;
  programs: readonly string[];
  packages: readonly string[];
}

/** The programs that each feature needs, the most important feature first. */
const parts: readonly Part[] = [
  {
    missing: 'office',
    programs: ['soffice'],
    packages: ['libreoffice-core', 'libreoffice-writer', 'libreoffice-calc', 'libreoffice-impress', 'fonts-noto-cjk'],
  },
  { missing: 'pdf', programs: ['pdftotext', 'pdftoppm', 'pdftocairo'], packages: ['poppler-utils'] },
  { missing: 'films', programs: ['ffmpeg', 'ffprobe'], packages: ['ffmpeg'] },
  { missing: 'heic', programs: ['heif-convert'], packages: ['libheif-examples'] },
  { missing: 'archives', programs: ['7z'], packages: ['p7zip-full'] },
];

/** One paragraph per element; empty if nothing is missing. */
export function firstMinute({ programs, confinement, isRoot }: Lacking, texts: TerminalTexts): string[] {
  const lacking = parts.filter((part) => part.programs.some((program) => programs.includes(program)));
  const refused = confinement.kind === 'refused';
  const cells = refused && confinement.because === 'notInstalled';
  const packages = [...(cells ? ['bubblewrap'] : []), ...lacking.flatMap((part) => part.packages)];
  return [
    ...(refused ? [texts.refused[confinement.because]] : []),
    ...(confinement.kind === 'unconfined' ? [texts.unconfined] : []),
    ...(lacking.length > 0
      ? [[texts.notInstalled(refused), ...lacking.map(({ missing }) => `  - ${texts.without[missing]}`)].join('\n')]
      : []),
    ...(packages.length > 0 ? [`${texts.install}\n  ${installing(packages, isRoot ? '' : 'sudo ')}`] : []),
  ];
}

/** The command updates the package lists first, because a freshly installed machine has none. */
const installing = (packages: readonly string[], as: string): string =>
  `${as}apt-get update && ${as}apt-get install -y --no-install-recommends ${packages.join(' ')}`;
