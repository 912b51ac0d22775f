import { useTranslation } from 'react-i18next'
import { MenuChoice } from '../design/menu.js'
import { currentLanguage, type InterfaceLanguage, interfaceLanguages, languageNames } from './index.js'

/** The choices, for a menu that holds other things too. */
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
