/**
 * The only list of colors and sizes. `cssVariables()` turns it into the custom properties that every stylesheet uses; the build adds them
 * to the theme stylesheet (see vite.config.ts). This file must not import React, because the build reads it too.
 */

export type ThemeName = 'light' | 'dark';

const light = {
  // Surfaces, from back to front. `well`: the search field in the frame. `thumb`: the moving part of a segmented control.
  frame: '#eef2f3',
  sheet: '#ffffff',
  sunken: '#f6f8f9',
  raised: '#ffffff',
  inverse: '#1c2a2d',
  well: '#e1e8ea',
  thumb: '#ffffff',
  scrim: 'rgba(16, 34, 38, 0.32)',
  // Lines. `line`: outlines of fields and secondary buttons (2:1). `lineStrong`: an outline that alone identifies a control (3:1 and more).
  lineSoft: '#e6ebec',
  line: '#acb6b8',
  lineStrong: '#808b8e',
  // Text. `faint` is for disabled text only: it does not meet WCAG AA.
  text: '#142023',
  textSoft: '#485559',
  textQuiet: '#626e71',
  faint: '#9ea6a8',
  onInverse: '#f1f5f5',
  onInverseQuiet: '#a9b9bb',
  onInverseAccent: '#8fdadd',
  onInverseDanger: '#ffb1ab',
  // Translucent fills, drawn over any surface.
  hover: 'rgba(20, 46, 51, 0.045)',
  press: 'rgba(20, 46, 51, 0.085)',
  current: 'rgba(20, 46, 51, 0.075)',
  // The accent color: pine.
  accent: '#03696e',
  accentHover: '#005a5e',
  accentPress: '#004d50',
  accentText: '#006266',
  accentTint: '#e8f4f4',
  accentTintStrong: '#d5ebec',
  accentLine: '#96d0d3',
  onAccent: '#ffffff',
  // Semantic colors.
  success: '#267543',
  successTint: '#e7f6ea',
  warning: '#8f5d14',
  warningFill: '#d9952f',
  warningTint: '#fdf2df',
  danger: '#c2272d',
  dangerHover: '#a91d24',
  dangerTint: '#fdeeed',
  onDanger: '#ffffff',
  info: '#2863ab',
  infoTint: '#e9f2fd',
  // File types and the second chart color.
  folder: '#e6bf76',
  folderBack: '#c99c4b',
  folderGlyph: '#8a631b',
  typeDocument: '#3475c4',
  typeSheet: '#2b8553',
  typeSlides: '#d26c28',
  typePdf: '#cc3e38',
  typeImage: '#8668b6',
  typeVideo: '#5d55a9',
  typeAudio: '#c0558d',
  typeArchive: '#93744a',
  typeCode: '#455864',
  typeWeb: '#1988a3',
  typeText: '#75838a',
  typeDrawing: '#00787d',
  typeOther: '#889194',
  plot1: '#58a3a7',
  plot2: '#a5d0d1',
  plot3: '#ecd0a0',
  plot1Line: '#03696e',
  plot2Line: '#4f9a9e',
  plot3Line: '#c08f3c',
  focus: '#03696e',
};

export type Palette = { [K in keyof typeof light]: string };

const dark: Palette = {
  frame: '#0b1011',
  sheet: '#13181a',
  sunken: '#0f1416',
  raised: '#1b2224',
  inverse: '#2a3538',
  well: '#1b2224',
  thumb: '#3a4649',
  scrim: 'rgba(3, 6, 7, 0.62)',
  lineSoft: '#20282a',
  line: '#4b5557',
  lineStrong: '#687376',
  text: '#e4e9ea',
  textSoft: '#abb5b7',
  textQuiet: '#889396',
  faint: '#545d5f',
  onInverse: '#f1f5f5',
  onInverseQuiet: '#a9b9bb',
  onInverseAccent: '#8fdadd',
  onInverseDanger: '#ffb1ab',
  hover: 'rgba(214, 240, 243, 0.05)',
  press: 'rgba(214, 240, 243, 0.09)',
  current: 'rgba(214, 240, 243, 0.09)',
  accent: '#64c3c8',
  accentHover: '#7ad2d6',
  accentPress: '#52afb4',
  accentText: '#7ad2d6',
  accentTint: '#122729',
  accentTintStrong: '#163639',
  accentLine: '#225659',
  onAccent: '#051718',
  success: '#72cf8e',
  successTint: '#172c1d',
  warning: '#efba64',
  warningFill: '#d9a24a',
  warningTint: '#342611',
  danger: '#f9837c',
  dangerHover: '#ff9c95',
  dangerTint: '#3a1d1c',
  onDanger: '#2a0a08',
  info: '#82b9f2',
  infoTint: '#1b2a3c',
  folder: '#d0a95d',
  folderBack: '#a07b38',
  folderGlyph: '#5f4413',
  typeDocument: '#4a87d1',
  typeSheet: '#379762',
  typeSlides: '#d97a3a',
  typePdf: '#d8564f',
  typeImage: '#9679c4',
  typeVideo: '#7a72c4',
  typeAudio: '#cc6a9d',
  typeArchive: '#a5875c',
  typeCode: '#647985',
  typeWeb: '#2f9cb6',
  typeText: '#7d8b92',
  typeDrawing: '#2a9297',
  typeOther: '#7b8588',
  plot1: '#2b7478',
  plot2: '#1c4f52',
  plot3: '#6f5a33',
  plot1Line: '#64c3c8',
  plot2Line: '#3d9aa0',
  plot3Line: '#d0a95d',
  focus: '#64c3c8',
};

export const palettes: Record<ThemeName, Palette> = { light, dark };

/** A hash of the user id picks a person's avatar color; `avatarMix` of it tints the disc, `avatarInk` the letters. */
export const avatarHues = ['#3f7d6b', '#4a6fa5', '#8a6a3c', '#86608e', '#a65a4e', '#5b7388', '#5e7d45', '#9a5c7a', '#4f6f73'] as const;
const avatarMix: Record<ThemeName, { mix: string; ink: string }> = { light: { mix: '22%', ink: '72%' }, dark: { mix: '46%', ink: '30%' } };

/** Sizes in CSS pixels. Spacing is on a 4 px sub-grid of the 8 px grid. */
export const measures = {
  header: 52,
  menu: 216,
  menuCollapsed: 56,
  sheetGap: 8,
  drawer: 368,
  breadcrumb: 48,
  toolbar: 44,
  tableHead: 36,
  row: 40,
  rowRoomy: 52,
  rowCompact: 34,
  control: 34,
  controlSmall: 28,
  controlLarge: 40,
  transferPanel: 420,
  touch: 44,
  radiusSmall: 6,
  radius: 8,
  radiusLarge: 12,
  radiusDialog: 14,
} as const;

/** Dialogs start at 2000; toasts, dropdowns and tooltips must lie above them, because a dialog can open them. */
export const layers = {
  sticky: 10,
  selectionBar: 100,
  transferPanel: 900,
  previewOverlay: 1900,
  modal: 2000,
  toast: 2010,
  dropdown: 2050,
  tooltip: 2070,
} as const;

/** Milliseconds and pixels. `undo`: the duration of a toast with an undo action. */
export const toast = { duration: 3000, undo: 8000, top: 20, gap: 16, limit: 3 } as const;

/** Milliseconds. */
export const motion = {
  fast: 100,
  normal: 160,
  slow: 240,
  out: 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  inOut: 'cubic-bezier(0.5, 0, 0.2, 1)',
} as const;

/**
 * 'Alcove Sans' is Geist, limited by unicode-range to Latin characters, so that Chinese quotation marks, dashes and ellipses come from the
 * Chinese font. 'Alcove Sans Punctuation' provides those marks for English text.
 */
const cjk =
  '"PingFang SC", "HarmonyOS Sans SC", "MiSans", "Microsoft YaHei UI", "Microsoft YaHei", "Noto Sans SC", "Noto Sans CJK SC", "Source Han Sans SC"';
export const fonts = {
  zh: `"Alcove Sans", ${cjk}, system-ui, sans-serif`,
  en: `"Alcove Sans", "Alcove Sans Punctuation", system-ui, "Segoe UI", ${cjk}, sans-serif`,
  mono: `"Alcove Mono", ui-monospace, "SF Mono", "Cascadia Mono", Consolas, ${cjk}, monospace`,
} as const;

const shadows: Record<ThemeName, { sheet: string; raised: string; overlay: string; inverse: string }> = {
  light: {
    sheet: '0 1px 2px rgba(16, 40, 44, 0.04)',
    raised: '0 0 0 1px rgba(16, 40, 44, 0.07), 0 4px 12px -2px rgba(16, 40, 44, 0.1), 0 10px 28px -6px rgba(16, 40, 44, 0.12)',
    overlay: '0 0 0 1px rgba(16, 40, 44, 0.06), 0 12px 32px -6px rgba(16, 40, 44, 0.18), 0 32px 72px -16px rgba(16, 40, 44, 0.26)',
    inverse: '0 2px 6px rgba(10, 28, 31, 0.18), 0 10px 30px -6px rgba(10, 28, 31, 0.42)',
  },
  dark: {
    sheet: 'none',
    raised: '0 0 0 1px rgba(222, 244, 246, 0.09), 0 6px 16px rgba(0, 0, 0, 0.4), 0 16px 36px rgba(0, 0, 0, 0.36)',
    overlay: '0 0 0 1px rgba(222, 244, 246, 0.1), 0 16px 40px rgba(0, 0, 0, 0.5), 0 40px 80px rgba(0, 0, 0, 0.5)',
    inverse: '0 0 0 1px rgba(222, 244, 246, 0.08), 0 12px 32px rgba(0, 0, 0, 0.5)',
  },
};

export const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/([a-z])(\d)/, '$1-$2');

/** The CSS declarations for one color scheme. */
export function cssVariables(name: ThemeName): string {
  const lines = Object.entries(palettes[name]).map(([key, value]) => `--${kebab(key)}: ${value};`);
  for (const [key, value] of Object.entries(shadows[name])) lines.push(`--shadow-${key}: ${value};`);
  for (const [key, value] of Object.entries(measures)) lines.push(`--${kebab(key)}: ${value}px;`);
  for (const [key, value] of Object.entries(layers)) lines.push(`--z-${kebab(key)}: ${value};`);
  for (const [key, value] of Object.entries(motion))
    lines.push(`--motion-${kebab(key)}: ${typeof value === 'number' ? `${value}ms` : value};`);
  lines.push(`--toast-top: ${toast.top}px;`, `--toast-gap: ${toast.gap}px;`);
  lines.push(`--avatar-mix: ${avatarMix[name].mix};`, `--avatar-ink: ${avatarMix[name].ink};`);
  lines.push(`--font-zh: ${fonts.zh};`, `--font-en: ${fonts.en};`, `--font-mono: ${fonts.mono};`);
  lines.push(`color-scheme: ${name};`);
  return lines.join('\n');
}

/** A stylesheet with both color schemes; it must be in the head before the first paint. */
export const themeStylesheet = `:root {\n${cssVariables('light')}\n}\n:root[data-mantine-color-scheme='dark'] {\n${cssVariables('dark')}\n}\n`;
