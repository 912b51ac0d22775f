import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { PartBoundary } from '../../platform/errors/part-boundary.js'
import { api } from '../../platform/api/api.js'
import { useSession } from '../../platform/auth/session.js'
import { classNames } from '../../platform/design/class-names.js'
import { requirePageMessages } from '../../platform/i18n/index.js'
import { CardsSkeleton, NoPermission } from '../../platform/shell/page-states.js'
import { SettingsShell } from '../../platform/shell/settings-shell.js'
import { adminKeys } from './admin-keys.js'
import { ExtensionsTab } from './extensions-tab.js'
import { OutboxTab } from './outbox-tab.js'
import { OverviewStrip } from './overview-strip.js'
import { RequestsTab } from './requests-tab.js'
import { SettingsTab } from './settings-tab.js'
import { UsersTab } from './users/users-tab.js'

/** Lazy, as the next two, because its texts are large. */
const AuditTab = lazy(async () => {
  const [tab] = await Promise.all([import('./audit/audit-tab.js'), requirePageMessages('audit')])
  return { default: tab.AuditTab }
})

const GroupsTab = lazy(async () => {
  const [tab] = await Promise.all([import('./groups/groups-tab.js'), requirePageMessages('groups')])
  return { default: tab.GroupsTab }
})

const CompaniesTab = lazy(async () => {
  const [tab] = await Promise.all([import('./companies/companies-tab.js'), requirePageMessages('companies')])
  return { default: tab.CompaniesTab }
})

const tabs = ['users', 'groups', 'companies', 'requests', 'outbox', 'settings', 'extensions', 'audit'] as const
type Tab = (typeof tabs)[number]
const contents: Record<Tab, React.ComponentType> = {
  users: UsersTab,
  groups: GroupsTab,
  companies: CompaniesTab,
  requests: RequestsTab,
  outbox: OutboxTab,
  settings: SettingsTab,
  extensions: ExtensionsTab,
  audit: AuditTab,
}

/** Scrolls to a tab, because on a phone the tabs are wider than the screen. */
function bringIntoView(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ inline: 'center', block: 'nearest' })
}

/**
 * Renders the administrator's pages. The server checks permission with every call; this only hides them from others.
 */
export function AdminPage() {
  const { t } = useTranslation()
  const { account } = useSession()
  return (
    <SettingsShell title={t('admin.title')} subtitle={t('admin.subtitle')} wide>
      {account === null ? <CardsSkeleton /> : account.role === 'admin' ? <Dashboard /> : <NoPermission />}
    </SettingsShell>
  )
}

function Dashboard() {
  const { t } = useTranslation()
  const [parameters, setParameters] = useSearchParams()
  const tab = tabs.find((name) => name === parameters.get('tab')) ?? 'users'
  const { data: overview } = useQuery({
    queryKey: adminKeys.overview,
    queryFn: ({ signal }) => api.call('adminOverview', undefined, { signal }),
  })
  const Content = contents[tab]
  return (
    <>
      <OverviewStrip overview={overview} />
      <div
        role="tablist"
        aria-label={t('admin.title')}
        className="mt-6 flex gap-x-5 overflow-x-auto border-b border-line"
      >
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`tab-${name}`}
            aria-selected={name === tab}
            aria-controls="admin-panel"
            ref={name === tab ? bringIntoView : undefined}
            onClick={() => setParameters(name === 'users' ? {} : { tab: name })}
            className={classNames(
              '-mb-px flex min-h-11 shrink-0 items-center gap-2 border-b-2 text-14 font-medium',
              name === tab ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {t(`admin.tab.${name}`)}
            {name === 'requests' && overview && overview.openRequests > 0 ? (
              <span className="rounded-full bg-accent px-1.5 text-12 font-semibold text-on-accent tabular-nums">
                {overview.openRequests}
              </span>
            ) : null}
          </button>
        ))}
      </div>
      <div id="admin-panel" role="tabpanel" aria-labelledby={`tab-${tab}`} className="mt-6">
        <PartBoundary fallback={<CardsSkeleton heightsPixels={[300]} />}>
          <Content />
        </PartBoundary>
      </div>
    </>
  )
}
