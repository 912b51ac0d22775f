import { uploadExtensions } from '@kamar/contracts'
import { Boxes, FileStack, MousePointerClick, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatChips } from '../../shared/files/format-chips.js'

const features = [
  { name: 'formats', icon: FileStack },
  { name: 'live', icon: Boxes },
  { name: 'elements', icon: MousePointerClick },
  { name: 'phone', icon: Smartphone },
] as const

export function FeaturesSection() {
  const { t } = useTranslation()
  return (
    <section id="features" className="scroll-mt-16 border-y border-line bg-surface">
      <div className="mx-auto max-w-280 px-4 py-16 sm:px-6 md:py-20">
        <h2 className="text-28">{t('landing.featuresTitle')}</h2>
        <ul className="mt-10 grid gap-x-10 gap-y-10 sm:grid-cols-2 lg:grid-cols-4">
          {features.map(({ name, icon: Icon }) => (
            <li key={name}>
              <Icon size={20} strokeWidth={1.5} aria-hidden="true" className="text-muted" />
              <h3 className="mt-4 text-16">{t(`landing.feature.${name}`)}</h3>
              <p className="mt-2 text-14 text-pretty text-muted">{t(`landing.feature.${name}Text`)}</p>
            </li>
          ))}
        </ul>
        <div className="mt-12">
          <FormatChips extensions={uploadExtensions} label={t('upload.formats')} />
        </div>
      </div>
    </section>
  )
}
