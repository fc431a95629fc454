import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, deepMerge, mergeMantineTheme } from '@mantine/core';
import { mantineTheme, mantineVariables } from './theme.ts';

/**
 * The CSS that Mantine would inject as a style element. The build adds it to the theme stylesheet, because the CSP forbids style elements.
 */
export function mantineSheet(): string {
  const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);
  return convertCssVariables(deepMerge(defaultCssVariablesResolver(theme), mantineVariables(theme)), ':root');
}
