import { uploadExtensions } from '@kamar/core'
import { FileStack, MessagesSquare, Puzzle, ScrollText, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { FormatChips } from '../../platform/files/format-chips.js'
import { VersionShowcase } from './version-showcase.js'

const features = [
  { name: 'formats', icon: FileStack },
  { name: 'together', icon: MessagesSquare },
  { name: 'trail', icon: ScrollText },
  { name: 'secure', icon: ShieldCheck },
] as const

export function FeaturesSection() {
  const { t } = useTranslation()
  return (
    <section id="features" className="scroll-mt-16 border-y border-line bg-surface">
      <div className="mx-auto max-w-280 px-4 py-16 sm:px-6 md:py-24">
        <div className="grid gap-x-16 gap-y-10 md:grid-cols-[1fr_2fr]">
          <div>
            <h2 className="text-28">{t('landing.featuresTitle')}</h2>
            <p className="mt-3 text-14 text-pretty text-muted">{t('landing.featuresText')}</p>
          </div>
          <ul className="grid gap-x-12 gap-y-10 sm:grid-cols-2">
            {features.map(({ name, icon: Icon }) => (
              <li key={name} className="border-t border-edge pt-5">
                <Icon size={20} className="text-muted" />
                <h3 className="mt-4 text-16">{t(`landing.feature.${name}`)}</h3>
                <p className="mt-2 text-14 text-pretty text-muted">{t(`landing.feature.${name}Text`)}</p>
              </li>
            ))}
          </ul>
        </div>
        <VersionShowcase />
        <div className="mt-16 grid gap-x-16 gap-y-8 md:grid-cols-[1fr_2fr]">
          <div className="flex items-start gap-3">
            <Puzzle size={20} className="mt-0.5 shrink-0 text-muted" />
            <div>
              <h3 className="text-16">{t('landing.extensions')}</h3>
              <p className="mt-2 text-14 text-pretty text-muted">{t('landing.extensionsText')}</p>
            </div>
          </div>
          <div className="self-center">
            <FormatChips extensions={uploadExtensions} label={t('landing.formats')} />
          </div>
        </div>
      </div>
    </section>
  )
}
