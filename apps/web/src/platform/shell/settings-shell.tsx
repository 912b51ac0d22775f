import { ArrowLeft } from 'lucide-react'
import type { FormEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useNavigate } from 'react-router'
import { Wordmark } from '../brand/mark.js'
import { classNames } from '../design/class-names.js'
import { SearchInput } from '../design/fields/search-input.js'
import { fieldText } from '../field-text.js'
import { IssuesLink } from '../collaboration/issues-link.js'
import { NotificationBell } from '../notifications/notification-bell.js'
import { useTitle } from '../use-title.js'
import { SkipLink } from './public-bar.js'
import { settingsPages } from './settings-pages.js'
import { UserMenu } from './user-menu.js'

interface SettingsShellProps {
  readonly title: string
  readonly subtitle?: string
  /** Uses a wide layout for tables. */
  readonly wide?: boolean
  /** Content at the right of the heading. */
  readonly aside?: ReactNode
  /** Shows tabs between these pages; omitted for pages outside the group. */
  readonly tabs?: boolean
  /** False on a page that is a search itself. */
  readonly hasSearch?: boolean
  readonly children: ReactNode
}

/** Renders the layout of the pages besides files: a back link, a heading, and one column. */
export function SettingsShell(props: SettingsShellProps) {
  const { title, subtitle, wide = false, aside, tabs = false, hasSearch = true, children } = props
  const { t } = useTranslation()
  useTitle(title)
  const column = wide ? 'max-w-320' : 'max-w-180'
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="flex h-14 items-center gap-3 px-3 sm:px-4">
          <Link
            to="/home"
            className="flex min-h-11 items-center rounded-control"
            aria-label={`Kamar · ${t('files.title')}`}
          >
            <Wordmark size={24} />
          </Link>
          <span className="grow" />
          {hasSearch ? <FileSearch /> : null}
          <IssuesLink />
          <NotificationBell />
          <UserMenu />
        </div>
      </header>
      <main
        id="content"
        tabIndex={-1}
        className={classNames('mx-auto w-full px-4 pt-6 pb-16 outline-none sm:px-6', column)}
      >
        <Link
          to="/file-manager"
          className="-ms-2 inline-flex min-h-9 pointer-coarse:min-h-11 items-center gap-1.5 rounded-control px-2 text-13 font-medium text-muted hover:bg-sunken hover:text-text"
        >
          <ArrowLeft />
          {t('settings.back')}
        </Link>
        <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
          <div className="min-w-0 grow basis-64">
            <h1 className="text-28 break-words">{title}</h1>
            {subtitle ? <p className="mt-1 text-14 text-pretty text-muted">{subtitle}</p> : null}
          </div>
          {aside}
        </div>
        {tabs ? <SettingsTabs /> : null}
        <div className="mt-6">{children}</div>
      </main>
    </div>
  )
}

/** Renders the file search on pages without a file list: opens the list with the search in its address. */
function FileSearch() {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const search = fieldText(new FormData(event.currentTarget), 'search').trim()
    void navigate(search === '' ? '/home' : `/home?search=${encodeURIComponent(search)}`)
  }
  return (
    <form role="search" onSubmit={submit} className="hidden w-72 sm:block">
      <SearchInput
        type="search"
        name="search"
        aria-label={t('files.search')}
        placeholder={t('files.search')}
        className="sm:h-9"
      />
    </form>
  )
}

/** Scrolls the tab of the open page into sight: a phone shows two or three of them. */
function revealCurrentTab(nav: HTMLElement | null): void {
  const current = nav?.querySelector('[aria-current="page"]')
  if (!nav || !current) return
  const [tab, row] = [current.getBoundingClientRect(), nav.getBoundingClientRect()]
  nav.scrollLeft += tab.left + tab.width / 2 - row.left - row.width / 2
}

function SettingsTabs() {
  const { t } = useTranslation()
  return (
    <nav
      ref={revealCurrentTab}
      aria-label={t('settings.pages')}
      className="mt-5 flex gap-x-5 overflow-x-auto border-b border-line sm:flex-wrap"
    >
      {settingsPages.map(({ path, label }) => (
        <NavLink
          key={path}
          to={path}
          className={({ isActive }) =>
            classNames(
              '-mb-px flex min-h-11 shrink-0 items-center border-b-2 text-14 font-medium whitespace-nowrap',
              isActive ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
            )
          }
        >
          {t(label)}
        </NavLink>
      ))}
    </nav>
  )
}

interface SectionProps {
  readonly title: string
  readonly hint?: string
  readonly children: ReactNode
}

/** Renders a card of a settings page. */
export function Section({ title, hint, children }: SectionProps) {
  return (
    <section className="mt-6 rounded-card border border-line bg-surface p-5 first:mt-0 sm:p-6">
      <h2 className="text-16">{title}</h2>
      {hint ? <p className="mt-1 max-w-140 text-13 text-pretty text-muted">{hint}</p> : null}
      <div className="mt-4">{children}</div>
    </section>
  )
}
