import { useThemeChoice } from '../../platform/theme/theme.js'
import { avifSet, type Screenshot, webpAddress } from './media.js'

interface ThemedScreenshotProps {
  readonly screenshot: Screenshot
  /** Text alternative of the image. */
  readonly alt: string
  /** Display width, as in `img.sizes`. */
  readonly sizes: string
  /** Loads the largest image of the first screen eagerly; others load lazily. */
  readonly first?: boolean
  /** Shown on phones instead, where the other would be too small to recognise. */
  readonly mobileScreenshot?: Screenshot
  readonly className?: string
}

const darkSystem = '(prefers-color-scheme: dark)'
const phones = '(max-width: 599px)'

/** Shows a screenshot in the theme of the page: the system's, or the chosen one. */
export function ThemedScreenshot({
  screenshot,
  alt,
  sizes,
  first = false,
  mobileScreenshot,
  className,
}: ThemedScreenshotProps) {
  const choice = useThemeChoice()
  const theme = choice === 'system' ? 'light' : choice
  const [width] = screenshot.widths
  return (
    <picture className="contents">
      {mobileScreenshot && choice === 'system' ? (
        <source
          media={`${phones} and ${darkSystem}`}
          type="image/avif"
          srcSet={avifSet(mobileScreenshot, 'dark')}
          sizes="100vw"
        />
      ) : null}
      {mobileScreenshot ? (
        <source media={phones} type="image/avif" srcSet={avifSet(mobileScreenshot, theme)} sizes="100vw" />
      ) : null}
      {choice === 'system' ? (
        <>
          <source media={darkSystem} type="image/avif" srcSet={avifSet(screenshot, 'dark')} sizes={sizes} />
          <source media={darkSystem} type="image/webp" srcSet={webpAddress(screenshot, 'dark')} />
        </>
      ) : null}
      <source type="image/avif" srcSet={avifSet(screenshot, theme)} sizes={sizes} />
      <img
        src={webpAddress(screenshot, theme)}
        alt={alt}
        width={width}
        height={Math.round(width / screenshot.ratio)}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
