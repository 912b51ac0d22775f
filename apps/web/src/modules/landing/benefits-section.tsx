import { useTranslation } from 'react-i18next'
import { AdvantagesCarousel } from './advantages-carousel.js'
import { DemoFilm } from './demo-film.js'
import { Gallery } from './gallery.js'

const benefits = [
  { name: 'speed', figure: '40%' },
  { name: 'savings', figure: '60%' },
  { name: 'engagement', figure: '3x' },
] as const

export function BenefitsSection() {
  const { t } = useTranslation()
  return (
    <section id="benefits" className="mx-auto max-w-280 scroll-mt-16 px-4 py-16 sm:px-6 md:py-24">
      <h2 className="text-28">{t('landing.benefitsTitle')}</h2>
      <AdvantagesCarousel />
      <ul className="mt-16 grid gap-10 sm:grid-cols-3">
        {benefits.map(({ name, figure }) => (
          <li key={name} className="border-t border-edge pt-5">
            <h3>
              <span className="block text-44 tabular-nums">{figure}</span>
              <span className="text-16">{t(`landing.benefit.${name}`)}</span>
            </h3>
            <p className="mt-2 text-14 text-pretty text-muted">{t(`landing.benefit.${name}Text`)}</p>
          </li>
        ))}
      </ul>
      <DemoFilm />
      <Gallery />
    </section>
  )
}
