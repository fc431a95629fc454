import { createElement } from 'react';
import { CalendarDays, Check, ChevronDown, ChevronLeft, ChevronRight, Eye, EyeOff, Minus, X } from 'lucide-react';
import { createTheme, defaultVariantColorsResolver } from '@mantine/core';
import type {
  ActionIconProps,
  BadgeProps,
  ButtonProps,
  CheckboxProps,
  CloseButtonProps,
  CSSVariablesResolver,
  DrawerProps,
  LoaderProps,
  MantineColorsTuple,
  MantineThemeComponents,
  MenuProps,
  ModalProps,
  MultiSelectProps,
  NumberInputProps,
  PaginationProps,
  PasswordInputProps,
  PillProps,
  PopoverProps,
  ProgressProps,
  RadioProps,
  SegmentedControlProps,
  SelectProps,
  SkeletonProps,
  SwitchProps,
  TabsProps,
  TextInputProps,
  TooltipProps,
  TreeProps,
  VariantColorsResolver,
} from '@mantine/core';
import type { DateInputProps, DatePickerProps } from '@mantine/dates';
import { fonts, kebab, layers, measures, motion } from './palettes.ts';
import type { Palette } from './palettes.ts';

/**
 * Mantine's theme, mapped to the custom properties of palettes.ts; nothing else names a color.
 *
 * Component types are type-only imports, so this file pulls no component into the first chunk.
 */

const v = (name: keyof Palette) => `var(--${kebab(name)})`;
const tuple = (
  ...names: [
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
    keyof Palette,
  ]
) => names.map(v) as unknown as MantineColorsTuple;
const one = (fill: keyof Palette, hover: keyof Palette, tint: keyof Palette) =>
  tuple(tint, tint, tint, fill, fill, fill, fill, hover, hover, hover);

/** The meaning of each Mantine color name. Variants: filled, light, default (secondary), subtle (quiet), outline, transparent. */
const tones: Record<
  string,
  { fill: keyof Palette; hover: keyof Palette; on: keyof Palette; tint: keyof Palette; tintHover: keyof Palette; text: keyof Palette }
> = {
  pine: { fill: 'accent', hover: 'accentHover', on: 'onAccent', tint: 'accentTint', tintHover: 'accentTintStrong', text: 'accentText' },
  red: { fill: 'danger', hover: 'dangerHover', on: 'onDanger', tint: 'dangerTint', tintHover: 'dangerTint', text: 'danger' },
  yellow: { fill: 'warning', hover: 'warning', on: 'sheet', tint: 'warningTint', tintHover: 'warningTint', text: 'warning' },
  green: { fill: 'success', hover: 'success', on: 'sheet', tint: 'successTint', tintHover: 'successTint', text: 'success' },
  blue: { fill: 'info', hover: 'info', on: 'sheet', tint: 'infoTint', tintHover: 'infoTint', text: 'info' },
  gray: { fill: 'textSoft', hover: 'text', on: 'sheet', tint: 'hover', tintHover: 'press', text: 'textSoft' },
};
const variants: VariantColorsResolver = (input) => {
  const tone = tones[input.color ?? 'pine'];
  if (!tone) return defaultVariantColorsResolver(input);
  const neutral = input.color === undefined || input.color === 'pine' || input.color === 'gray';
  const none = '1px solid transparent';
  switch (input.variant) {
    case 'filled':
      return { background: v(tone.fill), hover: v(tone.hover), color: v(tone.on), border: none };
    case 'light':
      return { background: v(tone.tint), hover: v(tone.tintHover), color: v(tone.text), border: none };
    case 'default':
      return {
        background: v('sheet'),
        hover: `color-mix(in srgb, ${v('text')} 5%, ${v('sheet')})`,
        color: v(neutral ? 'text' : tone.text),
        border: `1px solid ${v('line')}`,
      };
    case 'outline':
      return { background: 'transparent', hover: v('hover'), color: v(tone.text), border: `1px solid ${v('line')}` };
    case 'subtle':
      return {
        background: 'transparent',
        hover: v('press'),
        color: v(neutral ? 'textSoft' : tone.text),
        hoverColor: v(neutral ? 'text' : tone.text),
        border: none,
      };
    case 'transparent':
      return { background: 'transparent', hover: 'transparent', color: v(tone.text), border: none };
    default:
      return defaultVariantColorsResolver(input);
  }
};

/** Maps Mantine's own variables to ours. The gray ramps are ordered by use, not by lightness: see `colors` below. */
export const mantineVariables: CSSVariablesResolver = () => {
  const shared = {
    '--mantine-color-white': v('onAccent'),
    '--mantine-color-black': v('text'),
    '--mantine-color-bright': v('text'),
    '--mantine-color-text': v('text'),
    '--mantine-color-body': v('sheet'),
    '--mantine-color-dimmed': v('textQuiet'),
    '--mantine-color-placeholder': v('textQuiet'),
    '--mantine-color-anchor': v('accentText'),
    '--mantine-color-error': v('danger'),
    '--mantine-color-success': v('success'),
    '--mantine-color-default': v('sheet'),
    '--mantine-color-default-hover': v('hover'),
    '--mantine-color-default-color': v('text'),
    '--mantine-color-default-border': v('line'),
    '--mantine-color-disabled': v('hover'),
    '--mantine-color-disabled-color': v('faint'),
    '--mantine-color-disabled-border': v('lineSoft'),
    '--mantine-primary-color-filled': v('accent'),
    '--mantine-primary-color-filled-hover': v('accentHover'),
    '--mantine-primary-color-light': v('accentTint'),
    '--mantine-primary-color-light-hover': v('accentTintStrong'),
    '--mantine-primary-color-light-color': v('accentText'),
    '--mantine-primary-color-contrast': v('onAccent'),
  };
  return { variables: {}, light: shared, dark: shared };
};

/** Interface icons inside components: lucide, 16 px, stroke 1.75. */
const icon = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;
const closer = createElement(X, icon);
const chevron = createElement(ChevronDown, icon);
const px = (value: number) => `${value}px`;

/** Type-checks default props against the component's props. */
const by = <Props>(defaultProps: Partial<Props>) => ({ defaultProps });
const popup = { duration: motion.normal, timingFunction: motion.out, transition: 'fade-down' } as const;
const overlay = { backgroundOpacity: 1, color: v('scrim'), blur: 0 } as const;
/** The title of a dialog or drawer is no banner of the page. */
const noBanner = { header: { role: 'presentation' } };
const bounds = { size: 'sm', inputWrapperOrder: ['label', 'input', 'description', 'error'] } satisfies Partial<TextInputProps>;

/** `lockScroll` writes a style element, which the CSP forbids. The frame never scrolls as a whole, so it needs no scroll lock. */
const components: MantineThemeComponents = {
  Button: by<ButtonProps>({ size: 'sm', variant: 'filled' }),
  ActionIcon: by<ActionIconProps>({ variant: 'subtle', color: 'gray', size: 'md' }),
  CloseButton: by<CloseButtonProps>({ icon: closer, size: 'md' }),
  Loader: by<LoaderProps>({ size: 16, type: 'oval' }),

  TextInput: by<TextInputProps>(bounds),
  Textarea: by<TextInputProps>(bounds),
  NumberInput: by<NumberInputProps>({ ...bounds, hideControls: true }),
  PasswordInput: by<PasswordInputProps>({ ...bounds, visibilityToggleIcon: ({ reveal }) => createElement(reveal ? EyeOff : Eye, icon) }),
  Select: by<SelectProps>({
    ...bounds,
    rightSection: chevron,
    withCheckIcon: true,
    checkIconPosition: 'right',
    allowDeselect: false,
    maxDropdownHeight: 320,
  }),
  MultiSelect: by<MultiSelectProps>({ ...bounds, rightSection: chevron, checkIconPosition: 'right', maxDropdownHeight: 320 }),
  DateInput: by<DateInputProps>({
    ...bounds,
    valueFormat: 'YYYY-MM-DD',
    rightSection: createElement(CalendarDays, icon),
    rightSectionPointerEvents: 'none',
    nextIcon: createElement(ChevronRight, icon),
    previousIcon: createElement(ChevronLeft, icon),
  }),
  DatePicker: by<DatePickerProps>({ nextIcon: createElement(ChevronRight, icon), previousIcon: createElement(ChevronLeft, icon) }),
  Pill: by<PillProps>({ radius: 'sm' }),

  Checkbox: by<CheckboxProps>({
    size: 'sm',
    radius: 'xs',
    icon: ({ indeterminate, className }) =>
      createElement(indeterminate ? Minus : Check, { size: 12, strokeWidth: 3.2, className, 'aria-hidden': true }),
  }),
  Radio: by<RadioProps>({ size: 'sm' }),
  Switch: by<SwitchProps>({ size: 'sm', withThumbIndicator: false }),
  SegmentedControl: by<SegmentedControlProps>({ size: 'sm', radius: 'md', transitionDuration: motion.normal }),
  Progress: by<ProgressProps>({ size: 3, radius: 2, transitionDuration: 5000 }),
  Skeleton: by<SkeletonProps>({ radius: 5 }),
  Badge: by<BadgeProps>({ variant: 'light', color: 'gray', radius: 'sm' }),
  Tabs: by<TabsProps>({ keepMounted: false }),
  Tree: by<TreeProps>({ levelOffset: 16, expandOnClick: false, selectOnClick: true }),
  Pagination: by<PaginationProps>({
    size: 'sm',
    radius: 'sm',
    nextIcon: ({ className }) => createElement(ChevronRight, { ...icon, className }),
    previousIcon: ({ className }) => createElement(ChevronLeft, { ...icon, className }),
  }),

  Popover: by<PopoverProps>({ zIndex: layers.dropdown, radius: 'md', shadow: 'md', offset: 6, transitionProps: popup }),
  // Mantine's focus-trap placeholder would be a focusable element without a role inside the menu; the menu itself takes the focus instead.
  Menu: by<MenuProps>({
    // A menu that is higher than the window has room scrolls.
    middlewares: { flip: true, shift: true, size: { padding: 8 } },
    styles: { dropdown: { overflowY: 'auto' } },
    position: 'bottom-start',
    offset: 6,
    radius: 'md',
    shadow: 'md',
    transitionProps: popup,
    withInitialFocusPlaceholder: false,
  }),
  Tooltip: by<TooltipProps>({
    zIndex: layers.tooltip,
    openDelay: 400,
    radius: 'sm',
    transitionProps: { ...popup, transition: 'fade' },
    events: { hover: true, focus: true, touch: false },
  }),
  Modal: by<ModalProps>({
    lockScroll: false,
    zIndex: layers.modal,
    centered: true,
    size: 420,
    padding: 24,
    radius: 'xl',
    shadow: 'xl',
    overlayProps: overlay,
    attributes: noBanner,
    transitionProps: { ...popup, duration: motion.slow, transition: 'pop' },
  }),
  Drawer: by<DrawerProps>({
    lockScroll: false,
    zIndex: layers.modal,
    position: 'right',
    offset: measures.sheetGap,
    size: 440,
    padding: 24,
    radius: 'lg',
    shadow: 'xl',
    overlayProps: overlay,
    attributes: noBanner,
    transitionProps: { duration: motion.slow, timingFunction: motion.out },
  }),
};

export const mantineTheme = createTheme({
  primaryColor: 'pine',
  primaryShade: 6,
  white: v('onAccent'),
  black: v('text'),
  colors: {
    pine: tuple(
      'accentTint',
      'accentTint',
      'accentTintStrong',
      'accentLine',
      'accentLine',
      'accent',
      'accent',
      'accentHover',
      'accentPress',
      'accentPress',
    ),
    red: one('danger', 'dangerHover', 'dangerTint'),
    yellow: one('warning', 'warning', 'warningTint'),
    green: one('success', 'success', 'successTint'),
    blue: one('info', 'info', 'infoTint'),
    // Mantine's use in the light scheme: 0 hover, 1 track, 2 hairline, 3 border, 4 field, 5 placeholder, 6 dimmed, 7 label.
    gray: tuple('hover', 'press', 'lineSoft', 'lineSoft', 'line', 'textQuiet', 'textQuiet', 'textSoft', 'textSoft', 'text'),
    // Mantine's use in the dark scheme: 0 text, 1 label, 2 dimmed, 3 placeholder, 4 border, 5 hover, 6 field, 7 body, 8 track.
    dark: tuple('text', 'textSoft', 'textQuiet', 'textQuiet', 'line', 'press', 'sheet', 'sheet', 'press', 'frame'),
  },
  variantColorResolver: variants,
  autoContrast: false,

  fontFamily: 'var(--font)',
  fontFamilyMonospace: fonts.mono,
  fontSizes: { xs: px(12), sm: px(14), md: px(14), lg: px(16), xl: px(20) },
  lineHeights: { xs: '1.5', sm: `${22 / 14}`, md: `${22 / 14}`, lg: '1.5', xl: '1.4' },
  fontWeights: { regular: '400', medium: '400', bold: '600' },
  headings: {
    fontFamily: 'var(--font)',
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: px(24), lineHeight: px(32) },
      h2: { fontSize: px(20), lineHeight: px(28) },
      h3: { fontSize: px(16), lineHeight: px(24) },
      h4: { fontSize: px(14), lineHeight: px(22) },
      h5: { fontSize: px(13), lineHeight: px(20) },
      h6: { fontSize: px(12), lineHeight: px(18) },
    },
  },

  radius: { xs: px(4), sm: px(measures.radiusSmall), md: px(measures.radius), lg: px(measures.radiusLarge), xl: px(measures.radiusDialog) },
  defaultRadius: 'md',
  spacing: { xs: px(4), sm: px(8), md: px(12), lg: px(16), xl: px(24) },
  // 600, 760 (phone), 1180 (menu collapses to icons) and 1440 px.
  breakpoints: { xs: '37.5em', sm: '47.5em', md: '73.75em', lg: '90em', xl: '120em' },
  shadows: {
    xs: 'var(--shadow-sheet)',
    sm: 'var(--shadow-sheet)',
    md: 'var(--shadow-raised)',
    lg: 'var(--shadow-inverse)',
    xl: 'var(--shadow-overlay)',
  },

  cursorType: 'pointer',
  activeClassName: '',
  focusRing: 'auto',
  respectReducedMotion: true,
  components,
});
