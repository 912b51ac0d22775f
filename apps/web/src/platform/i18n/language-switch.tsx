import { Languages } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LightMenu } from '../design/light-menu.js'
import { chooseLanguage, currentLanguage, interfaceLanguages, languageNames } from './index.js'

const choices = interfaceLanguages.map((value) => ({ value, label: languageNames[value], lang: value }))

/** Renders the language menu of public pages: toggled by click, closed by a choice. */
export function LanguageSwitch() {
  const { t } = useTranslation()
  return (
    <LightMenu
      // Includes the code, because small screens display it (WCAG 2.5.3).
      label={`${t('common.language')}: ${languageNames[currentLanguage()]} (${currentLanguage().toUpperCase()})`}
      value={currentLanguage()}
      choices={choices}
      onChoose={(language) => void chooseLanguage(language)}
    >
      <Languages className="text-muted" />
      <span className="max-sm:sr-only">{languageNames[currentLanguage()]}</span>
      <span aria-hidden="true" className="uppercase sm:hidden">
        {currentLanguage()}
      </span>
    </LightMenu>
  )
}
