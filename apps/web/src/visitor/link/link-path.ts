const named = new URLSearchParams(location.search).get('link') ?? '';
const longest = 128;

/** The link of this page. A missing or an overlong one asks for a link that cannot exist, so that the server says that the link is wrong. */
export const linkPath = named !== '' && named.length <= longest ? named : '-';

/** The address of the share alone, to pass on. */
export const linkAddress = (): string => `${location.origin}${location.pathname}?link=${encodeURIComponent(linkPath)}`;
