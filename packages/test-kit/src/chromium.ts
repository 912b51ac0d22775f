import { existsSync } from 'node:fs'

const quietNetwork = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * What a person's browser has beside its pages: the address bar alone keeps two pages of its own ready for every window.
 * The last such list counts, so that Playwright's own is repeated.
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
/** WebGL is drawn in software; pages are not drawn through it, which without a graphics card takes several times longer. */
const softwareGraphics = [
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
]

/** What Chromium is started with in tests: WebGL2 in software, no traffic of its own, nothing beside its pages. */
export const chromiumArguments: readonly string[] = [
  '--no-sandbox',
  `--disable-features=${unusedFeatures.join(',')}`,
  ...quietNetwork,
  ...softwareGraphics,
]

/** Where Chromium is: as `KAMAR_CHROMIUM` says, or where Debian and Google install it. */
export const chromiumPath: string =
  [process.env['KAMAR_CHROMIUM'], '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && path !== '' && existsSync(path),
  ) ?? '/usr/bin/chromium'
