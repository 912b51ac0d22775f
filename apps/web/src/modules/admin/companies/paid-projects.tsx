import type { AdminUser, CompanyRecord } from '@kamar/contracts'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { useFoundUsers } from '../use-found-users.js'
import { useCompanyCalls } from './use-companies.js'

type Project = CompanyRecord['projects'][number]

/** Lists the projects that a company pays for; each can be given to a person. */
export function PaidProjects({ company: { projects } }: { readonly company: CompanyRecord }) {
  const { t } = useTranslation()
  const [transferredId, setTransferredId] = useState<string | null>(null)
  return (
    <>
      <h3 className="mt-5 text-14">{t('companies.paidProjects')}</h3>
      {projects.length === 0 ? <p className="mt-1 text-13 text-muted">{t('companies.paysForNothing')}</p> : null}
      <ul aria-label={t('companies.paidProjects')} className="divide-y divide-line/60">
        {projects.map((project) => (
          <li key={project.id} className="py-2">
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 grow text-14 wrap-anywhere">{project.name}</p>
              <Button
                size="small"
                aria-expanded={transferredId === project.id}
                onClick={() => setTransferredId(transferredId === project.id ? null : project.id)}
              >
                {t('companies.transfer')}
              </Button>
            </div>
            {transferredId === project.id ? <PayerSearch project={project} /> : null}
          </li>
        ))}
      </ul>
    </>
  )
}

function PayerSearch({ project }: { readonly project: Project }) {
  const { t } = useTranslation()
  const calls = useCompanyCalls()
  const { begin, busy } = useAsyncAction()
  const [text, setText] = useState('')
  const { data: users = [] } = useFoundUsers(useDeferredValue(text.trim()))
  const transfer = (user: AdminUser): void => begin(() => calls.changePayer(project.id ?? '', user.id))
  return (
    <div className="mt-2">
      <SearchInput
        type="search"
        aria-label={t('companies.newPayer')}
        placeholder={t('companies.newPayer')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ul className="mt-2 flex flex-wrap gap-2">
        {users.map((user) => (
          <li key={user.id}>
            <Button size="small" disabled={busy} onClick={() => transfer(user)}>
              {`${user.name} (${user.email})`}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
