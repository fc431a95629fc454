/** The device of a session, as far as its user agent tells. */
export interface Device {
  /** `Windows`, `iPhone`; null if unknown. */
  system: string | null;
  /** With the major version: `Chrome 131`. Null for anything but a browser. */
  browser: string | null;
  handheld: boolean;
}

/** The order matters: most user agents also name the browsers they descend from. */
const browsers = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\bOPR\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)(?:\.[\d.]*)? (?:Mobile\/\w+ )?Safari\//],
] as const;
const systems = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\b(?:Macintosh|macOS)\b/i],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/i],
] as const;
const handhelds: readonly string[] = ['iPhone', 'iPad', 'Android', 'HarmonyOS'];

/** Parses a user agent string. */
export function deviceOf(agent: string): Device {
  const system = systems.find(([, sign]) => sign.test(agent))?.[0] ?? null;
  const browser = browsers.flatMap(([name, sign]) => {
    const version = sign.exec(agent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  return { system, browser: browser ?? null, handheld: system !== null && handhelds.includes(system) };
}
