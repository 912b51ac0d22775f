import type { ThemeChoice } from '../../platform/theme/theme.js'

/** URLs of the recorded files by their names; `npm run media` writes them. */
const files = import.meta.glob<string>('./media/*', { eager: true, query: '?url', import: 'default' })

const address = (name: string): string => files[`./media/${name}`] ?? ''

/** Screenshot of the product, in light and dark. */
export interface Screenshot {
  readonly name: string
  /** Pixel widths of the small and the large version. */
  readonly widths: readonly [number, number]
  /** Width divided by height. */
  readonly ratio: number
}

const screenRatio = 1280 / 800
export const screenshots = {
  viewer: { name: 'viewer', widths: [1120, 2240], ratio: screenRatio },
  elements: { name: 'elements', widths: [640, 1280], ratio: screenRatio },
  report: { name: 'report', widths: [640, 1280], ratio: screenRatio },
  files: { name: 'files', widths: [640, 1280], ratio: screenRatio },
  mobile: { name: 'phone', widths: [390, 780], ratio: 390 / 780 },
} as const satisfies Record<string, Screenshot>

type ShownTheme = Exclude<ThemeChoice, 'system'>

/** Returns both sizes for browsers with AVIF. */
export const avifSet = ({ name, widths }: Screenshot, theme: ShownTheme): string =>
  widths.map((width) => `${address(`${name}-${theme}-${width}.avif`)} ${width}w`).join(', ')

/** Returns one size for the others. */
export const webpAddress = ({ name, widths }: Screenshot, theme: ShownTheme): string =>
  address(`${name}-${theme}-${widths[0]}.webp`)

/** Film for both kinds of browsers, and its first frame. */
export const film = {
  webm: address('demo.webm'),
  mp4: address('demo.mp4'),
  poster: address('demo-poster.webp'),
}
