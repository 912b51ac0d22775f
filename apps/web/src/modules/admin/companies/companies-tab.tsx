import type { CompanyRecord } from '@kamar/contracts'
import { Building2, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { CompanyDialog } from './company-dialog.js'
import { CompanyFields } from './company-fields.js'
import { useCompanies, useCompanyCalls } from './use-companies.js'

/** Lists the accounts of companies: they pay for projects, and nobody signs in to them. */
export function CompaniesTab() {
  const { t } = useTranslation()
  const calls = useCompanyCalls()
  const { data, error, isError, refetch } = useCompanies()
  const [isCreating, setCreating] = useState(false)
  const [openedId, setOpenedId] = useState<string | null>(null)
  if (isError && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <CardsSkeleton heightsPixels={[200]} />
  const company = data.find(({ id }) => id === openedId)
  const closeForm = (): void => setCreating(false)
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <p className="min-w-0 grow basis-64 text-13 text-pretty text-muted">{t('companies.hint')}</p>
        <Button tone="primary" icon={<Plus />} onClick={() => setCreating(true)}>
          {t('companies.new')}
        </Button>
      </div>
      <div className="rounded-card border border-line bg-surface">
        {data.length === 0 ? (
          <EmptyState icon={<Building2 size={20} />} title={t('companies.empty')} />
        ) : (
          <ul className="divide-y divide-line">
            {data.map((record) => (
              <CompanyRow key={record.id} company={record} onOpen={() => setOpenedId(record.id)} />
            ))}
          </ul>
        )}
      </div>
      {isCreating ? (
        <ContentDialog title={t('companies.new')} width="narrow" onClose={closeForm}>
          <CompanyFields
            confirm={t('companies.create')}
            onSubmit={async (form) => {
              await calls.create(form)
              closeForm()
            }}
            onCancel={closeForm}
          />
        </ContentDialog>
      ) : null}
      {company ? <CompanyDialog company={company} onClose={() => setOpenedId(null)} /> : null}
    </>
  )
}

function CompanyRow({ company, onOpen }: { readonly company: CompanyRecord; readonly onOpen: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const { name, projects, quotaBytes, usedBytes } = company
  const use = t('storage.used', { used: formats.volume(usedBytes), quota: formats.volume(quotaBytes) })
  return (
    <li>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="flex w-full items-center gap-3 px-4 py-3 text-start hover:bg-page sm:px-5"
      >
        <SubjectIcon kind="organization" name={name} />
        <span className="min-w-0 grow">
          <span className="block text-14 font-medium wrap-anywhere">{name}</span>
          <span className="block text-13 text-muted">
            {`${use} · ${t('companies.projects', { count: projects.length })}`}
          </span>
        </span>
        <ChevronRight className="shrink-0 text-muted" />
      </button>
    </li>
  )
}
