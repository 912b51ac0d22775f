import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../platform/design/button-class.js'
import { classNames } from '../../platform/design/class-names.js'
import { screenshots } from './media.js'
import { ThemedScreenshot } from './themed-screenshot.js'
import { useCarousel } from './use-carousel.js'

const advantages = [
  { name: 'live', screenshot: screenshots.viewer },
  { name: 'elements', screenshot: screenshots.elements },
  { name: 'honest', screenshot: screenshots.report },
  { name: 'everywhere', screenshot: screenshots.files },
] as const

/** Shows four advantages, one at a time, without automatic movement. */
export function AdvantagesCarousel() {
  const { t } = useTranslation()
  const { index, next, previous, handlers } = useCarousel(advantages.length)
  return (
    <div
      role="group"
      aria-roledescription={t('landing.carousel.role')}
      aria-label={t('landing.carousel.label')}
      className="mt-10"
      {...handlers}
    >
      <div
        aria-live="polite"
        className="advantage-slides grid touch-pan-y overflow-hidden rounded-dialog border border-line bg-surface"
      >
        {advantages.map((advantage, slide) => (
          <Slide key={advantage.name} {...advantage} number={slide + 1} isVisible={slide === index} />
        ))}
      </div>
      <div className="mt-4 flex items-center gap-2">
        <button
          type="button"
          aria-label={t('landing.carousel.previous')}
          onClick={previous}
          className={classNames(buttonClass('secondary'), 'w-11 px-0')}
        >
          <ArrowLeft />
        </button>
        <button
          type="button"
          aria-label={t('landing.carousel.next')}
          onClick={next}
          className={classNames(buttonClass('secondary'), 'w-11 px-0')}
        >
          <ArrowRight />
        </button>
        <p className="ms-2 text-13 text-muted tabular-nums">
          {t('landing.carousel.position', { number: index + 1, count: advantages.length })}
        </p>
      </div>
    </div>
  )
}

interface SlideProps {
  readonly name: (typeof advantages)[number]['name']
  readonly screenshot: (typeof advantages)[number]['screenshot']
  readonly number: number
  readonly isVisible: boolean
}

function Slide({ name, screenshot, number, isVisible }: SlideProps) {
  const { t } = useTranslation()
  return (
    <div
      role="group"
      aria-roledescription={t('landing.carousel.slide')}
      aria-label={t('landing.carousel.position', { number, count: advantages.length })}
      inert={!isVisible}
      className={classNames(
        'col-start-1 row-start-1 grid transition-[opacity,translate] duration-180 ease-out md:grid-cols-[1fr_1.7fr]',
        isVisible ? 'opacity-100' : 'invisible translate-x-4 opacity-0',
      )}
    >
      <div className="p-6 sm:p-10 md:self-center">
        <h3 className="text-20">{t(`landing.advantage.${name}`)}</h3>
        <p className="mt-3 text-14 text-pretty text-muted">{t(`landing.advantage.${name}Text`)}</p>
      </div>
      <div className="overflow-hidden border-t border-line bg-sunken md:border-s md:border-t-0">
        <ThemedScreenshot
          screenshot={screenshot}
          alt={t(`landing.picture.${screenshot.name}`)}
          sizes="(min-width: 900px) 680px, 100vw"
          className="h-full w-full object-cover object-left-top select-none"
        />
      </div>
    </div>
  )
}
