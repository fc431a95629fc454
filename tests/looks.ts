/** In which ways a screen is looked at: of colors, width and language every two meet, so each fault of one or of two of them shows. */
export const looks = [
  { colorScheme: 'light', width: 1440, locale: 'zh-CN' },
  { colorScheme: 'dark', width: 1440, locale: 'en-US' },
  { colorScheme: 'dark', width: 390, locale: 'zh-CN' },
  { colorScheme: 'light', width: 390, locale: 'en-US' },
] as const;
