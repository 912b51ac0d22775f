/** Product tokens of `User-Agent` (RFC 9110, section 10.1.5); browsers that imitate others name themselves last. */
const browsers: readonly (readonly [name: string, token: RegExp])[] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [name: string, token: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows NT\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const findName = (list: typeof browsers, userAgent: string): string | undefined =>
  list.find(([, token]) => token.test(userAgent))?.[0]

/** Returns the common names of browser and system, `Firefox · Windows`; null when neither is recognised. */
export function describeBrowser(userAgent: string): string | null {
  const names = [findName(browsers, userAgent), findName(systems, userAgent)].filter(Boolean)
  return names.length === 0 ? null : names.join(' · ')
}

export const isMobileBrowser = (userAgent: string): boolean => /\b(Mobile|Android|iPhone|iPad)\b/.test(userAgent)
