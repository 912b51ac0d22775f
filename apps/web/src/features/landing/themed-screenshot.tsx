import { useThemeChoice } from '../../shared/theme/theme.js'
import { avifSet, type Screenshot, webpAddress } from './media.js'

interface ThemedScreenshotProps {
  readonly screenshot: Screenshot
  /** What is to be seen, for those who do not see it. */
  readonly alt: string
  /** How wide it is shown, as in `img.sizes`. */
  readonly sizes: string
  /** The largest picture of the first screen is fetched first; others when they come near. */
  readonly first?: boolean
  /** Shown instead on phones, where the other would be too small to see anything. */
  readonly mobileScreenshot?: Screenshot
  readonly className?: string
}

const darkSystem = '(prefers-color-scheme: dark)'
const phones = '(max-width: 599px)'

/** A screen of the product in the theme of the page: the system's, or the one that was chosen. */
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
