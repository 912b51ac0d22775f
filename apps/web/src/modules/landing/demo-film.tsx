import { useTranslation } from 'react-i18next'
import { film } from './media.js'

/** Plays the recorded tour. It has no sound; nothing is fetched before the visitor starts it. */
export function DemoFilm() {
  const { t } = useTranslation()
  return (
    <div id="demo" className="mt-20 scroll-mt-20">
      <div className="grid gap-x-16 gap-y-3 md:grid-cols-[1fr_2fr] md:items-baseline">
        <h2 className="text-28">{t('landing.demoTitle')}</h2>
        <p className="text-14 text-pretty text-muted">{t('landing.demoText')}</p>
      </div>
      <video
        controls
        muted
        playsInline
        preload="none"
        poster={film.poster}
        width={1280}
        height={720}
        aria-label={t('landing.demoLabel')}
        className="mt-8 block h-auto w-full rounded-dialog border border-line bg-sunken"
      >
        <source src={film.webm} type="video/webm" />
        <source src={film.mp4} type="video/mp4" />
        <a href={film.mp4}>{t('landing.demoDownload')}</a>
      </video>
    </div>
  )
}
