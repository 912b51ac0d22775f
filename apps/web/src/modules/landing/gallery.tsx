import { useTranslation } from 'react-i18next'
import { screenshots } from './media.js'
import { ThemedScreenshot } from './themed-screenshot.js'

const wide = [
  { name: 'viewer', screenshot: screenshots.viewer, className: 'md:col-span-2' },
  { name: 'collaboration', screenshot: screenshots.files, className: '' },
  { name: 'analytics', screenshot: screenshots.report, className: '' },
] as const

/** Shows four real screenshots: three wide ones, and a phone beside them. */
export function Gallery() {
  const { t } = useTranslation()
  return (
    <div className="mt-20">
      <h2 className="text-28">{t('landing.galleryTitle')}</h2>
      <div className="mt-8 grid gap-x-8 gap-y-10 md:grid-cols-[2.55fr_1fr]">
        <div className="grid content-start gap-x-8 gap-y-10 md:grid-cols-2">
          {wide.map(({ name, screenshot, className }) => (
            <figure key={name} className={className}>
              <ThemedScreenshot
                screenshot={screenshot}
                alt={t(`landing.picture.${screenshot.name}`)}
                sizes={className ? '(min-width: 900px) 780px, 100vw' : '(min-width: 900px) 380px, 100vw'}
                className="h-auto w-full rounded-card border border-line bg-sunken"
              />
              <Caption name={name} />
            </figure>
          ))}
        </div>
        <figure className="max-md:mx-auto max-md:w-3/4 max-md:max-w-80">
          <ThemedScreenshot
            screenshot={screenshots.mobile}
            alt={t('landing.picture.phone')}
            sizes="(min-width: 900px) 296px, 75vw"
            className="h-auto w-full rounded-dialog border border-line bg-sunken"
          />
          <Caption name="mobile" />
        </figure>
      </div>
    </div>
  )
}

function Caption({ name }: { name: (typeof wide)[number]['name'] | 'mobile' }) {
  const { t } = useTranslation()
  return (
    <figcaption className="mt-3 text-14 text-pretty">
      <strong className="font-semibold">{t(`landing.gallery.${name}`)}</strong>{' '}
      <span className="text-muted">{t(`landing.gallery.${name}Text`)}</span>
    </figcaption>
  )
}
