import { Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Menu, MenuLabel, MenuSwitch } from '../../../platform/design/menu.js'
import type { RenderEffectsControl } from './use-render-effects.js'

const switches = ['edges', 'ambientOcclusion', 'sky', 'shadows'] as const

/** Renders the menu of render effects behind a button below the view cube; the choice is stored on this device. */
export function RenderEffectsMenu({ effects: { settings, change } }: { readonly effects: RenderEffectsControl }) {
  const { t } = useTranslation()
  return (
    <div className="pointer-events-auto absolute top-44 right-(--viewer-inset-right,8px) z-10 rounded-control border border-line bg-surface shadow-float">
      <Menu
        trigger={
          <button
            type="button"
            aria-label={t('look.title')}
            title={t('look.title')}
            className="flex size-9 pointer-coarse:size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
          >
            <Sun size={20} />
          </button>
        }
      >
        <MenuLabel>{t('look.title')}</MenuLabel>
        {switches.map((name) => (
          <MenuSwitch key={name} checked={settings[name]} onChange={(on) => change({ [name]: on })}>
            {t(`look.${name}`)}
          </MenuSwitch>
        ))}
        <p className="max-w-60 px-2.5 pt-1 pb-2 text-12 text-muted">{t('look.hint')}</p>
      </Menu>
    </div>
  )
}
