import type { FileRecord } from '@kamar/contracts'
import { Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { compactInputClass } from '../../../platform/design/fields/text-field.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { ChooseFileButton } from '../../../platform/files/upload/upload-button.js'
import { readFileOrder, sortFiles } from '../../../platform/files/file-order.js'
import { useFileCount, useFilePages, useFiles } from '../../../platform/files/use-files.js'
import type { Federation } from './use-federation.js'

const noFiles: readonly FileRecord[] = []
/** Maximum number of rows before a search. */
const maxRows = 50

interface AddModelsProps {
  readonly federation: Federation
  readonly openUrn: string
}

/** Renders the account's other files with a search, and the upload of new ones. */
export function AddModels({ federation, openUrn }: AddModelsProps) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const files = useMatchingFiles(text.trim())
  const open = new Set(federation.members.map(({ key }) => key))
  const others = files.filter((file) => !open.has(file.id) && file.urn !== openUrn && canHaveModel(file))
  return (
    <section aria-label={t('together.add')} className="p-3">
      <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1">
        <h3 className="text-13 font-semibold">{t('together.add')}</h3>
        <ChooseFileButton isCompact />
      </div>
      <input
        type="search"
        aria-label={t('together.search')}
        placeholder={t('together.search')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        className={`${compactInputClass} mt-2`}
      />
      {others.length === 0 ? <p className="py-3 text-13 text-muted">{t('together.noFiles')}</p> : null}
      <ul className="-mx-3 mt-1">
        {others.slice(0, maxRows).map((file) => (
          <li key={file.id}>
            <AddRow file={file} onAdd={() => federation.add(file)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddRow({ file, onAdd }: { readonly file: FileRecord; readonly onAdd: () => void }) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('together.addOne', { name: file.description })}
      onClick={onAdd}
      className="flex min-h-11 w-full items-center gap-3 px-3 py-1 text-start outline-offset-[-2px] hover:bg-page"
    >
      <Thumbnail file={file} className="size-8 shrink-0 rounded-control border border-line" />
      <span className="min-w-0 grow">
        <MiddleEllipsis name={file.description} className="text-13" />
        {file.status === 'success' ? null : (
          <span className="block text-12 text-pretty text-muted">{t('together.notReady')}</span>
        )}
      </span>
      <Plus className="shrink-0 text-muted" />
    </button>
  )
}

/** Returns false for a file without 3D geometry, such as a drawing without solids; true until that is known. */
const canHaveModel = ({ status, hasModel }: FileRecord): boolean =>
  status === 'success' ? hasModel !== false : status !== 'failed'

/** Filters the list, or queries the server when the list is incomplete; in the order of the file list. */
function useMatchingFiles(text: string): readonly FileRecord[] {
  const { data: listed = noFiles } = useFiles()
  const { isComplete } = useFileCount()
  const [order] = useState(readFileOrder)
  const sorted = useMemo(() => sortFiles(listed, order), [listed, order])
  const filter = text === '' ? {} : { search: text }
  const pages = useFilePages({ ...filter, sort: order.sortKey, order: order.ascending ? 'asc' : 'desc' }, !isComplete)
  if (!isComplete) return pages.data?.pages.flatMap(({ files }) => files) ?? noFiles
  const query = text.toLowerCase()
  return sorted.filter(({ description }) => description.toLowerCase().includes(query))
}
