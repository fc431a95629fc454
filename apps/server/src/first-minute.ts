/** What a person at the terminal is told, in sentences, of what this machine lacks: what is missing, what that means, and what to type. */
import type { ConfinementState } from './confined/index.ts';

export interface Lacking {
  /** Programs that are not installed. */
  programs: readonly string[];
  confinement: ConfinementState;
  isRoot: boolean;
}

interface Part {
  programs: readonly string[];
  packages: readonly string[];
  /** What does not work without. */
  without: string;
}

/** In the order in which a company misses them. */
const parts: readonly Part[] = [
  {
    programs: ['soffice'],
    packages: ['libreoffice-core', 'libreoffice-writer', 'libreoffice-calc', 'libreoffice-impress', 'fonts-noto-cjk'],
    without: 'Word, Excel and PowerPoint files have no preview',
  },
  {
    programs: ['pdftotext', 'pdftoppm', 'pdftocairo'],
    packages: ['poppler-utils'],
    without: 'PDF files have no thumbnail and are not found by their text',
  },
  { programs: ['ffmpeg', 'ffprobe'], packages: ['ffmpeg'], without: 'films that browsers do not play cannot be watched' },
  { programs: ['heif-convert'], packages: ['libheif-examples'], without: 'HEIC pictures of phones are not shown' },
  { programs: ['7z'], packages: ['p7zip-full'], without: '7z and RAR archives cannot be looked into' },
];

const section = 'docs/running.md, "Programs that open people\'s files"';
const nothingIsOpened =
  'Files can be stored, shared and downloaded, but there are no previews and no thumbnails, and documents are found by name alone.';

/** One paragraph an element; none when nothing is lacking. */
export function firstMinute({ programs, confinement, isRoot }: Lacking): string[] {
  const lacking = parts.filter((part) => part.programs.some((program) => programs.includes(program)));
  const refused = confinement.kind === 'refused';
  const cells = refused && confinement.because === 'notInstalled';
  const packages = [...(cells ? ['bubblewrap'] : []), ...lacking.flatMap((part) => part.packages)];
  return [
    ...(refused ? [whyRefused(confinement.because)] : []),
    ...(confinement.kind === 'unconfined'
      ? [
          `Programs open people's files without protection here, as ALCOVE_UNCONFINED_PREVIEWS says. A file made for it can take this server over. See ${section}.`,
        ]
      : []),
    ...(lacking.length > 0
      ? [`${refused ? 'Besides, some' : 'Some'} programs are not installed: ${listed(lacking.map(({ without }) => without))}.`]
      : []),
    ...(packages.length > 0
      ? [
          `This installs what is missing, on Debian and Ubuntu; then start Alcove again:\n  ${isRoot ? '' : 'sudo '}apt-get install -y --no-install-recommends ${packages.join(' ')}`,
        ]
      : []),
  ];
}

function whyRefused(because: 'notInstalled' | 'notAllowed' | 'unknownMachine'): string {
  switch (because) {
    case 'notInstalled':
      return `bubblewrap is not installed. It locks up the programs that open people's files, and none is run without it. ${nothingIsOpened}`;
    case 'notAllowed':
      return `This machine does not let bubblewrap lock up the programs that open people's files, and none is run without. ${nothingIsOpened} What to change is in ${section}.`;
    case 'unknownMachine':
      return `The programs that open people's files can be locked up on x86-64 and ARM64 processors alone, and none is run without. ${nothingIsOpened}`;
    default:
      return because satisfies never;
  }
}

const listed = (phrases: readonly string[]): string =>
  phrases.length < 2 ? phrases.join('') : `${phrases.slice(0, -1).join(', ')}, and ${phrases.at(-1)}`;
