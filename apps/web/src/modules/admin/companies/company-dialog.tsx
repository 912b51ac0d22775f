import type { CompanyRecord, PaidProject } from '@kamar/contracts'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { ConfirmDialog, ContentDialog } from '../../../platform/design/dialog.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { useFormats } from '../../../platform/format/use-formats.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { CompanyFields } from './company-fields.js'
import { PaidProjects } from './paid-projects.js'
import { useCompanyCalls, useFoundProjects } from './use-companies.js'

interface CompanyDialogProps {
  readonly company: CompanyRecord
  readonly onClose: () => void
}

/** Renders a company account: its plan, the projects that it pays for, and the choice of others. */
export function CompanyDialog({ company, onClose }: CompanyDialogProps) {
  const { t } = useTranslation()
  const calls = useCompanyCalls()
  const [isEditing, setEditing] = useState(false)
  return (
    <ContentDialog title={company.name} width="narrow" onClose={onClose}>
      {isEditing ? (
        <CompanyFields
          company={company}
          confirm={t('companies.save')}
          onSubmit={async (form) => {
            await calls.change(company.id, form)
            setEditing(false)
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <CompanyContent onEdit={() => setEditing(true)} {...{ company, onClose }} />
      )}
    </ContentDialog>
  )
}

function CompanyContent({ company, onClose, onEdit }: CompanyDialogProps & { readonly onEdit: () => void }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const calls = useCompanyCalls()
  const { begin, busy } = useAsyncAction()
  const [isDeleting, setDeleting] = useState(false)
  const remove = (): void =>
    begin(async () => {
      await calls.remove(company.id)
      onClose()
    })
  const { quotaBytes, usedBytes } = company
  return (
    <>
      <p className="text-13 text-muted">
        {t('storage.used', { used: formats.volume(usedBytes), quota: formats.volume(quotaBytes) })}
      </p>
      <div className="mt-3 mb-5 flex flex-wrap gap-2">
        <Button size="small" icon={<Pencil />} onClick={onEdit}>
          {t('companies.edit')}
        </Button>
        {company.projects.length === 0 ? (
          <Button size="small" icon={<Trash2 />} onClick={() => setDeleting(true)}>
            {t('companies.delete')}
          </Button>
        ) : null}
      </div>
      <ProjectSearch company={company} />
      <PaidProjects company={company} />
      <ConfirmDialog
        open={isDeleting}
        title={t('companies.deleteTitle', { name: company.name })}
        confirm={t('companies.delete')}
        busy={busy}
        onConfirm={remove}
        onCancel={() => setDeleting(false)}
      >
        <p>{t('companies.deleteText')}</p>
      </ConfirmDialog>
    </>
  )
}

/** Finds the projects of other accounts, for which the company may pay. */
function ProjectSearch({ company }: { readonly company: CompanyRecord }) {
  const { t } = useTranslation()
  const calls = useCompanyCalls()
  const { begin, busy } = useAsyncAction()
  const [text, setText] = useState('')
  const { data } = useFoundProjects(useDeferredValue(text.trim()))
  const projects = data?.filter(({ payer }) => payer.id !== company.id)
  const add = ({ id }: PaidProject): void => begin(() => calls.changePayer(id, company.id))
  return (
    <>
      <SearchInput
        type="search"
        aria-label={t('companies.addProject')}
        placeholder={t('companies.addProject')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="text-13 text-muted">
        {projects?.length === 0 ? t('companies.noProject') : null}
      </p>
      {projects && projects.length > 0 ? (
        <ul
          aria-label={t('companies.found')}
          className="mt-1 divide-y divide-line/60 rounded-control border border-line px-3"
        >
          {projects.map((project) => (
            <li key={project.id} className="flex items-center gap-3 py-2">
              <div className="min-w-0 grow">
                <p className="text-14 font-medium wrap-anywhere">{project.name}</p>
                <p className="text-12 text-muted wrap-anywhere">
                  {t('companies.paidBy', { name: project.payer.name })}
                </p>
              </div>
              <IconButton
                label={t('companies.pay', { project: project.name })}
                disabled={busy}
                onClick={() => add(project)}
              >
                <Plus />
              </IconButton>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
