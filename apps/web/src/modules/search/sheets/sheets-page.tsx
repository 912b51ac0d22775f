import type { SheetRecord, SheetRegister } from '@kamar/contracts'
import { FileText } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { Button } from '../../../platform/design/button.js'
import { EmptyState } from '../../../platform/design/empty-state.js'
import { SearchInput } from '../../../platform/design/fields/search-input.js'
import { ProjectFailed } from '../../../platform/folders/project-failed.js'
import { ProjectLink } from '../../../platform/folders/project-link.js'
import { useProject, useProjectName } from '../../../platform/folders/use-folders.js'
import { CardsSkeleton } from '../../../platform/shell/page-states.js'
import { SettingsShell } from '../../../platform/shell/settings-shell.js'
import { CorrectSheetDialog } from './correct-sheet-dialog.js'
import { SheetTable } from './sheet-table.js'
import { useSheets } from './use-sheets.js'

/** Rows that are added with each click: a table of ten thousand would take seconds. */
const pageRows = 200

/** Lists the drawing sheets of a project by number. */
export function SheetsPage() {
  const { t } = useTranslation()
  const { projectId = '' } = useParams()
  const query = useSheets(projectId)
  const getProjectName = useProjectName()
  const project = useProject(projectId)
  return (
    <SettingsShell
      wide
      title={t('sheetRegister.title')}
      {...(project ? { subtitle: getProjectName(project) } : {})}
      aside={<ProjectLink projectId={projectId} />}
    >
      {query.data ? (
        <Register projectId={projectId} register={query.data} />
      ) : query.isError ? (
        <ProjectFailed error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <CardsSkeleton heightsPixels={[320]} />
      )}
    </SettingsShell>
  )
}

interface RegisterProps {
  readonly projectId: string
  readonly register: SheetRegister
}

function Register({ projectId, register: { isTruncated, sheets } }: RegisterProps) {
  const { t } = useTranslation()
  const [filter, setFilter] = useState('')
  const [maxRows, setMaxRows] = useState(pageRows)
  const [corrected, setCorrected] = useState<SheetRecord | null>(null)
  const text = useDeferredValue(filter)
  const matches = useMemo(() => filterSheets(sheets, text), [sheets, text])
  if (sheets.length === 0) return <EmptyState icon={<FileText size={20} />} title={t('sheetRegister.empty')} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <div className="min-w-48 grow sm:max-w-90">
          <SearchInput
            type="search"
            aria-label={t('sheetRegister.filter')}
            placeholder={t('sheetRegister.filter')}
            className="sm:h-9"
            value={filter}
            onChange={(event) => setFilter(event.currentTarget.value)}
          />
        </div>
        <p role="status" className="text-13 text-muted tabular-nums">
          {t('sheetRegister.total', { count: matches.length })}
          {isTruncated ? ` · ${t('sheetRegister.truncated')}` : ''}
        </p>
      </div>
      {matches.length === 0 ? (
        <EmptyState icon={<FileText size={20} />} title={t('sheetRegister.noMatch')} />
      ) : (
        <SheetTable sheets={matches.slice(0, maxRows)} onCorrect={setCorrected} />
      )}
      {matches.length > maxRows ? (
        <div className="p-4 text-center">
          <Button onClick={() => setMaxRows(maxRows + pageRows)}>{t('sheetRegister.more')}</Button>
        </div>
      ) : null}
      {corrected ? (
        <CorrectSheetDialog projectId={projectId} sheet={corrected} onClose={() => setCorrected(null)} />
      ) : null}
    </>
  )
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Returns the sheets that have every word in number, title or file name. */
function filterSheets(sheets: readonly SheetRecord[], filter: string): readonly SheetRecord[] {
  const terms = fold(filter).split(/\s+/).filter(Boolean)
  if (terms.length === 0) return sheets
  return sheets.filter(({ fileName, number, title }) => {
    const text = fold(`${number} ${title} ${fileName}`)
    return terms.every((term) => text.includes(term))
  })
}
