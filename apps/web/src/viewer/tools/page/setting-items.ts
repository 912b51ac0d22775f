import type { PaletteItem } from '@kamar/extensions'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { choosePreference } from '../../../platform/auth/account.js'
import { splitSynonyms } from '../../../platform/commands/use-command-names.js'
import { chooseLanguage, interfaceLanguages, languageNames } from '../../../platform/i18n/index.js'
import { settingsPages } from '../../../platform/shell/settings-pages.js'
import { chooseTheme, themeChoices } from '../../../platform/theme/theme.js'
import { useViewerSession } from '../../session/session.js'

/** Returns themes, languages and pages of the account, which the palette opens. */
export function useSettingItems(): readonly PaletteItem[] {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { access } = useViewerSession()
  const themes = themeChoices.map((theme): PaletteItem => ({
    id: `theme-${theme}`,
    name: `${t('common.theme')}: ${t(`theme.${theme}`)}`,
    note: '',
    group: 'commands',
    synonyms: splitSynonyms(t(`synonyms.theme.${theme}`)),
    run: () => (access.hasAccount ? choosePreference({ theme }) : chooseTheme(theme)),
  }))
  const languages = interfaceLanguages.map((language): PaletteItem => ({
    id: `language-${language}`,
    name: `${t('common.language')}: ${languageNames[language]}`,
    note: '',
    group: 'commands',
    synonyms: splitSynonyms(t('synonyms.language')),
    run: () => (access.hasAccount ? choosePreference({ language }) : void chooseLanguage(language)),
  }))
  const pages = settingsPages.map(({ label, path }): PaletteItem => ({
    id: `page-${path}`,
    name: t(label),
    note: '',
    group: 'commands',
    synonyms: splitSynonyms(t('synonyms.account')),
    run: () => void navigate(path),
  }))
  return [...themes, ...languages, ...(access.hasAccount ? pages : [])]
}
