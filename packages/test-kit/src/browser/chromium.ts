import { existsSync } from 'node:fs'

const quietNetwork = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * Browser features unrelated to pages: the address bar alone keeps two pages of its own ready for every window. Only
 * the last such list takes effect, so Playwright's own is repeated.
 */
const unusedFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]
/** WebGL runs in software; page compositing does not use it, which would be several times slower without a GPU. */
const softwareGraphics = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

/** Chromium's arguments in tests: WebGL2 in software, no traffic of its own, nothing besides its pages. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  `--disable-features=${unusedFeatures.join(',')}`,
  ...quietNetwork,
  ...softwareGraphics,
]

/** Path of Chromium: `KAMAR_CHROMIUM`, or where Debian and Google install it. */
export const chromiumPath: string =
  [process.env['KAMAR_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  ) ?? '/usr/bin/chromium'
