import { useTranslation } from 'react-i18next'
import { MenuChoice } from '../design/menu.js'
import { currentLanguage, type InterfaceLanguage, interfaceLanguages, languageNames } from './index.js'

/** Renders the choices, for a menu with other items. */
export function LanguageMenuChoice({ onChoose }: { onChoose: (language: InterfaceLanguage) => void }) {
  const { t } = useTranslation()
  return (
    <MenuChoice
      label={t('common.language')}
      value={currentLanguage()}
      onChoose={onChoose}
      choices={interfaceLanguages.map((value) => ({ value, label: languageNames[value] }))}
    />
  )
}
