import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { LightMenu } from '../design/light-menu.js'
import { chooseTheme, themeChoices, useThemeChoice } from './theme.js'

const icons = { system: Monitor, light: Sun, dark: Moon }

/** Renders a separate theme button, for pages without a user menu. */
export function ThemeSwitch() {
  const { t } = useTranslation()
  const theme = useThemeChoice()
  const Icon = icons[theme]
  return (
    <LightMenu
      label={t('common.theme')}
      value={theme}
      choices={themeChoices.map((value) => ({ value, label: t(`theme.${value}`) }))}
      onChoose={chooseTheme}
    >
      <Icon className="text-muted" />
    </LightMenu>
  )
}
