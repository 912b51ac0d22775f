import type { BcfImport } from '@kamar/contracts'
import { useQueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { Download, Ellipsis, Table, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { fetchStream } from '../../../../platform/api/api.js'
import { collaborationKeys as keys } from '../../../../platform/collaboration/collaboration-keys.js'
import { issuesPath } from '../../../../platform/collaboration/issues-link.js'
import { IconButton } from '../../../../platform/design/button.js'
import { Menu, MenuItem } from '../../../../platform/design/menu.js'
import { ProgressBar } from '../../../../platform/design/progress/progress-bar.js'
import { notify } from '../../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../../platform/errors/error-message.js'
import { findFileName } from '../../../../platform/files/download/find-file-name.js'
import { saveFile } from '../../../../platform/files/download/save-file.js'
import type { TopicFilter } from '../use-topics.js'
import { importBcf, type ImportProgress } from './import-bcf.js'

const address = (fileId: string): string => `/api/auth/my-urns/${encodeURIComponent(fileId)}/bcf`

interface RunningImport {
  readonly cancel: AbortController
  readonly progress: ImportProgress | null
}

const versions = ['3.0', '2.1', '2.0'] as const

interface BcfMenuProps {
  readonly fileId: string
  /** Filter of the list. */
  readonly filter: TopicFilter
  readonly canImport: boolean
}

/** Renders import and export of topics as BCF archives, and the way to their table and reports. */
export function BcfMenu({ fileId, filter, canImport }: BcfMenuProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const picker = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const { running, start } = useImport(fileId)
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work().catch((error: unknown) =>
      notify(t('topics.bcf.failed', { reason: errorMessage(error) }), { tone: 'problem' }),
    )
    setBusy(false)
  }
  if (running) return <ImportProgressBar {...running} />
  return (
    <>
      <Menu
        side="top"
        trigger={
          <IconButton label={t('topics.bcf.title')} disabled={busy} aria-busy={busy || undefined}>
            <Ellipsis />
          </IconButton>
        }
      >
        {versions.map((version) => (
          <MenuItem key={version} icon={<Download />} onSelect={() => void run(() => exportBcf(fileId, version))}>
            {t('topics.bcf.export', { version })}
          </MenuItem>
        ))}
        <MenuItem icon={<Download />} onSelect={() => void run(() => exportBcf(fileId, '3.0', filter))}>
          {t('topics.bcf.exportListed')}
        </MenuItem>
        <MenuItem icon={<Table />} onSelect={() => void navigate(`${issuesPath}?file=${encodeURIComponent(fileId)}`)}>
          {t('topics.bcf.reports')}
        </MenuItem>
        {canImport ? (
          <MenuItem icon={<Upload />} onSelect={() => picker.current?.click()}>
            {t('topics.bcf.import')}
          </MenuItem>
        ) : null}
      </Menu>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('topics.bcf.import')}
        accept=".bcf,.bcfzip,.zip"
        onChange={({ currentTarget: input }) => {
          const [file] = input.files ?? []
          input.value = ''
          if (file) void run(() => start(file))
        }}
      />
    </>
  )
}

/** Renders the progress of a running import. */
function ImportProgressBar({ cancel, progress }: RunningImport) {
  const { t } = useTranslation()
  return (
    <ProgressBar
      label={t('topics.bcf.importing')}
      text={progress ? t('topics.bcf.progress', { ...progress }) : t('topics.bcf.importing')}
      percent={progress && progress.topics > 0 ? (100 * progress.imported) / progress.topics : 0}
      onCancel={() => cancel.abort()}
    />
  )
}

/** Imports an archive and reports its progress. */
function useImport(fileId: string): {
  readonly running: RunningImport | null
  readonly start: (file: File) => Promise<void>
} {
  const { t } = useTranslation()
  const client = useQueryClient()
  const [running, setRunning] = useState<RunningImport | null>(null)
  const start = async (file: File): Promise<void> => {
    const cancel = new AbortController()
    setRunning({ cancel, progress: null })
    try {
      const onProgress = (progress: ImportProgress): void => setRunning({ cancel, progress })
      reportImport(await importBcf(address(fileId), file, { signal: cancel.signal, onProgress }))
    } catch (error) {
      if (!cancel.signal.aborted) throw error
      notify(t('topics.bcf.cancelled'))
    } finally {
      setRunning(null)
      // Topics imported before an error or the cancellation remain.
      await client.invalidateQueries({ queryKey: keys.file(fileId) })
    }
  }
  return { running, start }
}

async function exportBcf(fileId: string, version: (typeof versions)[number], filter: TopicFilter = {}): Promise<void> {
  const query = new URLSearchParams({ ...(filter as Readonly<Record<string, string>>), version })
  const response = await fetchStream(`${address(fileId)}?${query}`)
  saveFile(await response.blob(), findFileName(response) ?? 'topics.bcf')
}

function reportImport({ changed, created, skipped }: BcfImport): void {
  const counts = i18next.t('topics.bcf.imported', { created, changed })
  const withoutSheet = skipped.filter(({ reason }) => reason === 'no-sheet').length
  const unread = skipped.length - withoutSheet
  const left = [
    unread === 0 ? '' : ` ${i18next.t('topics.bcf.skipped', { count: unread })}`,
    withoutSheet === 0 ? '' : ` ${i18next.t('topics.bcf.withoutSheet', { count: withoutSheet })}`,
  ].join('')
  notify(counts + left, { tone: skipped.length === 0 ? 'information' : 'problem' })
}
