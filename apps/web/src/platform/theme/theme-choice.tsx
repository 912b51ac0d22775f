import { Monitor, Moon, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MenuChoice } from '../design/menu.js'
import { type ThemeChoice, themeChoices, useThemeChoice } from './theme.js'

const icons = { system: Monitor, light: Sun, dark: Moon }

function ThemeIcon({ theme }: { theme: ThemeChoice }) {
  const Icon = icons[theme]
  return <Icon />
}

/** Renders the choices, for a menu with other items. */
export function ThemeMenuChoice({ onChoose }: { onChoose: (theme: ThemeChoice) => void }) {
  const { t } = useTranslation()
  const theme = useThemeChoice()
  return (
    <MenuChoice
      label={t('common.theme')}
      value={theme}
      onChoose={onChoose}
      choices={themeChoices.map((value) => ({ value, label: t(`theme.${value}`), icon: <ThemeIcon theme={value} /> }))}
    />
  )
}
