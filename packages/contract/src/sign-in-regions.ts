/** Specification 2 section 3: the regions on offer. */
export const signInRegionNames = {
  asiaPacific: { 'zh-CN': '亚太', 'en-US': 'Asia-Pacific' },
  northAmerica: { 'zh-CN': '北美', 'en-US': 'North America' },
} as const;
export type SignInRegion = keyof typeof signInRegionNames;
