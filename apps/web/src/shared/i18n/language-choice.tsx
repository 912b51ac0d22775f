import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../design/button.js'
import { Menu, MenuChoice } from '../design/menu.js'
import { chooseLanguage, currentLanguage, interfaceLanguages, languageNames } from './index.js'

/** The choices, for a menu that holds other things too. */
export function LanguageMenuChoice() {
  const { t } = useTranslation()
  return (
    <MenuChoice
      label={t('common.language')}
      value={currentLanguage()}
      onChoose={(language) => void chooseLanguage(language)}
      choices={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
    />
  )
}

/** The switcher of public pages: opens and closes on click, choosing closes it. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`${t('common.language')}: ${languageNames[currentLanguage()]}`}
          className={buttonClass('quiet')}
        >
          <Languages size={16} strokeWidth={1.5} aria-hidden="true" className="text-muted" />
          {languageNames[currentLanguage()]}
        </button>
      }
    >
      <LanguageMenuChoice />
    </Menu>
  )
}
