import { LogOut } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { signOut, useSession } from '../auth/session.js'
import { Menu, MenuItem, MenuSeparator } from '../design/menu.js'
import { Tip } from '../design/tip.js'
import { LanguageMenuChoice } from '../i18n/language-choice.js'
import { ThemeMenuChoice } from '../theme/theme-choice.js'

/** First letters of the first two words of a name. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  return words
    .slice(0, 2)
    .map((word) => /^./u.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** Who is signed in, how the interface looks, and the way out. */
export function UserMenu() {
  const { t } = useTranslation()
  const { account } = useSession()
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex size-9 shrink-0 items-center justify-center rounded-full border border-line bg-sunken text-12 font-semibold text-text hover:border-edge"
        >
          <span aria-hidden="true">{initials(account?.name ?? '')}</span>
          <span className="sr-only">{t('user.menu')}</span>
        </button>
      }
    >
      <div className="max-w-64 px-2.5 pt-2 pb-2">
        <p className="truncate text-14 font-medium">{account?.name}</p>
        <p className="truncate text-13 text-muted">{account?.email}</p>
      </div>
      <MenuSeparator />
      <ThemeMenuChoice />
      <MenuSeparator />
      <LanguageMenuChoice />
      <MenuSeparator />
      <MenuItem icon={<LogOut size={16} strokeWidth={1.5} aria-hidden="true" />} onSelect={() => void signOut()}>
        {t('user.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** The way out as a button of its own. */
export function SignOutButton() {
  const { t } = useTranslation()
  return (
    <Tip label={t('user.signOut')}>
      <button
        type="button"
        aria-label={t('user.signOut')}
        onClick={() => void signOut()}
        className="flex size-9 shrink-0 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <LogOut size={16} strokeWidth={1.5} aria-hidden="true" />
      </button>
    </Tip>
  )
}
