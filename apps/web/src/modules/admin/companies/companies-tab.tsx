import type { CompanyRecord } from '@kamar/contracts'
import { Building2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContentDialog } from '../../../platform/design/dialog.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { SubjectIcon } from '../../../platform/folders/folder-rules.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { CardsSkeleton, LoadFailed } from '../../../platform/shell/page-states.js'
import { RecordList, RecordRow } from '../record-list.js'
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
      <RecordList
        hint={t('companies.hint')}
        create={t('companies.new')}
        onCreate={() => setCreating(true)}
        empty={<EmptyState icon={<Building2 size={20} />} title={t('companies.empty')} />}
      >
        {data.map((record) => (
          <CompanyRow key={record.id} company={record} onOpen={() => setOpenedId(record.id)} />
        ))}
      </RecordList>
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
    <RecordRow
      icon={<SubjectIcon kind="organization" name={name} />}
      name={name}
      details={`${use} · ${t('companies.projects', { count: projects.length })}`}
      onOpen={onOpen}
    />
  )
}
