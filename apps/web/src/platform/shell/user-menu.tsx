import { LogOut, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { choosePreference } from '../auth/account.js'
import { signOut, useSession } from '../auth/session.js'
import { Menu, MenuItem, MenuSeparator } from '../design/menu.js'
import { ControlTooltip } from '../design/control-tooltip.js'
import { LanguageMenuChoice } from '../i18n/language-choice.js'
import { ThemeMenuChoice } from '../theme/theme-choice.js'
import { Avatar } from './avatar.js'
import { settingsPages } from './settings-pages.js'

const menuPages = settingsPages.flatMap(({ Icon, ...page }) => (Icon ? [{ ...page, Icon }] : []))

/** Renders the user menu: account, pages, appearance and sign-out. */
export function UserMenu() {
  const { t } = useTranslation()
  const { account } = useSession()
  const navigate = useNavigate()
  const name = account?.name ?? ''
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="flex shrink-0 items-center justify-center rounded-full hover:brightness-95 pointer-coarse:size-11"
        >
          <Avatar name={name} version={account?.avatar ?? null} className="size-9 text-12" />
          <span className="sr-only">{t('user.menu')}</span>
        </button>
      }
    >
      <div className="flex max-w-72 items-center gap-3 px-2.5 py-2">
        <Avatar name={name} version={account?.avatar ?? null} className="size-10 text-13" />
        <div className="min-w-0">
          <p className="truncate text-14 font-medium" title={name}>
            {name}
          </p>
          <p className="truncate text-13 text-muted" title={account?.email}>
            {account?.email}
          </p>
        </div>
      </div>
      <MenuSeparator />
      {menuPages.map(({ path, label, menuLabel = label, Icon }) => (
        <MenuItem key={path} icon={<Icon />} onSelect={() => void navigate(path)}>
          {t(menuLabel)}
        </MenuItem>
      ))}
      {account?.role === 'admin' ? (
        <MenuItem icon={<ShieldCheck />} onSelect={() => void navigate('/AdminPage')}>
          {t('user.admin')}
        </MenuItem>
      ) : null}
      <MenuSeparator />
      <ThemeMenuChoice onChoose={(theme) => choosePreference({ theme })} />
      <MenuSeparator />
      <LanguageMenuChoice onChoose={(language) => choosePreference({ language })} />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => void signOut()}>
        {t('user.signOut')}
      </MenuItem>
    </Menu>
  )
}

/** Renders a separate sign-out button; signs out by default. */
export function SignOutButton({ onClick = () => void signOut() }: { readonly onClick?: () => void }) {
  const { t } = useTranslation()
  return (
    <ControlTooltip label={t('user.signOut')}>
      <button
        type="button"
        aria-label={t('user.signOut')}
        onClick={onClick}
        className="flex size-9 shrink-0 pointer-coarse:size-11 items-center justify-center rounded-control text-muted hover:bg-sunken hover:text-text"
      >
        <LogOut />
      </button>
    </ControlTooltip>
  )
}
