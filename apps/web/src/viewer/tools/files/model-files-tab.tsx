import type { FileRecord } from '@kamar/contracts'
import { Check, CircleHelp, Clock3, X } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../platform/design/class-names.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { Skeleton } from '../../../platform/design/skeleton.js'
import { type StatusKind, statusKind } from '../../../platform/files/file-status.js'
import { Thumbnail } from '../../../platform/files/thumbnail.js'
import { useFiles } from '../../../platform/files/use-files.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { useVirtualRows } from '../../../platform/use-virtual-rows.js'

const rowPixels = 56

interface ModelListProps {
  readonly openUrn: string | null
  readonly onOpen: (urn: string) => void
}

/** Renders the account's files in the sidebar. Only a ready file opens; one in translation can be watched. */
export function ModelFilesTab({ openUrn, onOpen }: ModelListProps) {
  const { t } = useTranslation()
  const { data: files, isPending } = useFiles()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualRows({ count: files?.length ?? 0, scroller, rowPixels })
  const choose = (file: FileRecord): void => {
    if (file.status === 'success') return onOpen(file.urn)
    const text = t('files.notReady', { status: t(`status.${statusKind(file.status)}`) })
    const isGrowing = file.status === 'inprogress'
    notify(text, isGrowing ? { action: { label: t('viewer.watch'), run: () => onOpen(file.urn) } } : {})
  }
  if (isPending) return <ListSkeleton />
  if (!files?.length) return <p className="p-4 text-13 text-muted">{t('files.empty')}</p>
  return (
    <div ref={scroller} className="min-h-0 grow overflow-y-auto overscroll-contain">
      <ul aria-label={t('files.title')} className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(({ index, start }) => {
          const file = files[index]
          if (!file) return null
          return (
            <li
              key={file.id}
              className="absolute inset-x-0 top-0"
              style={{ height: rowPixels, transform: `translateY(${start}px)` }}
            >
              <ModelRow file={file} isOpen={file.urn === openUrn} onChoose={choose} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface ModelRowProps {
  readonly file: FileRecord
  readonly isOpen: boolean
  readonly onChoose: (file: FileRecord) => void
}

function ModelRow({ file, isOpen, onChoose }: ModelRowProps) {
  return (
    <button
      type="button"
      aria-current={isOpen ? 'true' : undefined}
      onClick={() => onChoose(file)}
      className={classNames(
        'flex size-full items-center gap-3 px-3 text-start outline-offset-[-2px]',
        isOpen ? 'bg-sunken shadow-[inset_2px_0_0_var(--accent)]' : 'hover:bg-page',
      )}
    >
      <Thumbnail file={file} className="size-9 rounded-control border border-line" />
      <span className="min-w-0 grow">
        <MiddleEllipsis name={file.description} className="text-13" />
        <ShownTime value={file.updated_at} as="list" className="block text-12 text-muted" />
      </span>
      <StatusIcon kind={statusKind(file.status)} />
    </button>
  )
}

const appearances = {
  processing: { icon: Clock3, className: 'animate-turn text-muted' },
  success: { icon: Check, className: 'text-success' },
  failed: { icon: X, className: 'text-danger' },
  error: { icon: X, className: 'text-danger' },
  unknown: { icon: CircleHelp, className: 'text-muted' },
} as const

/** Renders the status of a model as a shape and a colour; its title has the text. */
export function StatusIcon({ kind }: { kind: StatusKind }) {
  const { t } = useTranslation()
  const { icon: Icon, className } = appearances[kind]
  return (
    <span title={t(`status.${kind}`)} className="shrink-0">
      <Icon strokeWidth={1.75} className={className} />
      <span className="sr-only">{t(`status.${kind}`)}</span>
    </span>
  )
}

function ListSkeleton() {
  const { t } = useTranslation()
  return (
    <div className="space-y-3 p-3">
      <p role="status" className="sr-only">
        {t('files.loading')}
      </p>
      {[1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-10 w-full" />
      ))}
    </div>
  )
}
