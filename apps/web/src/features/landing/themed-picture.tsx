import { useThemeChoice } from '../../shared/theme/theme.js'
import { avifSet, type Picture, webpAddress } from './media.js'

interface ThemedPictureProps {
  readonly picture: Picture
  /** What is to be seen, for those who do not see it. */
  readonly alt: string
  /** How wide it is shown, as in `img.sizes`. */
  readonly sizes: string
  /** The largest picture of the first screen is fetched first; others when they come near. */
  readonly first?: boolean
  /** Shown instead on phones, where the other would be too small to see anything. */
  readonly onPhones?: Picture
  readonly className?: string
}

const darkSystem = '(prefers-color-scheme: dark)'
const phones = '(max-width: 599px)'

/** A screen of the product in the theme of the page: the system's, or the one that was chosen. */
export function ThemedPicture({ picture, alt, sizes, first = false, onPhones, className }: ThemedPictureProps) {
  const choice = useThemeChoice()
  const theme = choice === 'system' ? 'light' : choice
  const [width] = picture.widths
  return (
    <picture className="contents">
      {onPhones && choice === 'system' ? (
        <source
          media={`${phones} and ${darkSystem}`}
          type="image/avif"
          srcSet={avifSet(onPhones, 'dark')}
          sizes="100vw"
        />
      ) : null}
      {onPhones ? <source media={phones} type="image/avif" srcSet={avifSet(onPhones, theme)} sizes="100vw" /> : null}
      {choice === 'system' ? (
        <>
          <source media={darkSystem} type="image/avif" srcSet={avifSet(picture, 'dark')} sizes={sizes} />
          <source media={darkSystem} type="image/webp" srcSet={webpAddress(picture, 'dark')} />
        </>
      ) : null}
      <source type="image/avif" srcSet={avifSet(picture, theme)} sizes={sizes} />
      <img
        src={webpAddress(picture, theme)}
        alt={alt}
        width={width}
        height={Math.round(width / picture.ratio)}
        loading={first ? 'eager' : 'lazy'}
        fetchPriority={first ? 'high' : 'auto'}
        decoding="async"
        className={className}
      />
    </picture>
  )
}
