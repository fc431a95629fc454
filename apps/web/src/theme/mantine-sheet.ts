import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, deepMerge, mergeMantineTheme } from '@mantine/core';
import { mantineTheme, mantineVariables } from './theme.ts';

/** What Mantine would write into the page as a style element; the build writes it into the theme sheet instead, as the page's policy asks. */
export function mantineSheet(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(theme), mantineVariables(theme)), ':root');
}
