import type { FileRecord } from '@kamar/contracts'
import { ChevronDown, ChevronUp, RotateCcw, X } from 'lucide-react'
import { lazy, memo, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { PartBoundary } from '../../errors/part-boundary.js'
import { IconButton } from '../../design/button.js'
import { CircularProgress } from '../../design/progress/circular-progress.js'
import { MiddleEllipsis } from '../../design/middle-ellipsis.js'
import { errorMessage } from '../../errors/error-message.js'
import { useFormats } from '../../format/use-formats.js'
import { useObservable } from '../../observable.js'
import { FileTypeIcon } from '../file-type-icon.js'
import { withMessages } from '../../i18n/index.js'
import { sameNamePrompt } from './same-names.js'
import { plannedTree } from './tree/upload-tree.js'
import { StatusChip } from '../status-chip.js'
import type { UploadItem, UploadState } from './upload-queue.js'
import {
  addPlannedUploads,
  cancelUpload,
  clearUploads,
  removeUpload,
  retryUpload,
  useUploadItems,
  useUploadState,
} from './uploads.js'
import { useFiles } from '../use-files.js'
import { modelsPath } from '../viewer-path.js'

const SameNameDialog = lazy(async () => ({ default: (await import('./same-name-dialog.js')).SameNameDialog }))
const UploadPlanDialog = lazy(async () => ({
  default: (await withMessages('uploadPlan', import('./tree/upload-plan-dialog.js'))).UploadPlanDialog,
}))

interface UploadTrayProps {
  /** Hides the tray when all files are sent, as over a model. */
  readonly isTransient?: boolean
}

/** Renders the uploads of this page: progress of the transfer, the result of each file, and a link to it. */
export function UploadTray({ isTransient = false }: UploadTrayProps) {
  const upload = useUploadState()
  const items = useUploadItems()
  const isSending = upload.percent > 0 && upload.percent < 100
  const isPrompting = useObservable(sameNamePrompt) !== null
  const tree = useObservable(plannedTree)
  return (
    <>
      {isSending || (items.length > 0 && !isTransient) ? <Tray {...{ upload, items, isSending }} /> : null}
      <PartBoundary isFloating>
        {isPrompting ? <SameNameDialog /> : null}
        {tree ? <UploadPlanDialog key={tree.id} tree={tree} onConfirm={addPlannedUploads} /> : null}
      </PartBoundary>
    </>
  )
}

interface TrayProps {
  readonly upload: UploadState
  readonly items: readonly UploadItem[]
  readonly isSending: boolean
}

/** Reserves space below lists and notices, which the tray would cover otherwise. */
function reserveSpace(tray: HTMLElement | null): (() => void) | undefined {
  if (!tray) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => {
    // `offsetHeight` excludes the movement with which the tray appears.
    const below = Number.parseFloat(getComputedStyle(tray).bottom) || 0
    style.setProperty('--tray-inset', `${tray.offsetHeight + below}px`)
  })
  observer.observe(tray)
  return () => {
    observer.disconnect()
    style.removeProperty('--tray-inset')
  }
}

function Tray({ upload, items, isSending }: TrayProps) {
  const { t } = useTranslation()
  const [isOpen, setIsOpen] = useState(true)
  const hasList = !isSending || items.length > 1
  const Chevron = isOpen ? ChevronDown : ChevronUp
  return (
    <section
      ref={reserveSpace}
      aria-label={isSending ? t('upload.title') : t('upload.tray')}
      className="fixed inset-x-4 bottom-20 z-40 mx-auto max-w-96 animate-rise rounded-card border border-line bg-surface shadow-float sm:end-4 sm:bottom-4 sm:mx-0 sm:ms-auto sm:w-96"
    >
      <div className="flex items-center gap-4 p-4">
        {isSending ? <SendingHeader upload={upload} /> : <IdleHeader items={items} />}
        <div className="-me-1 flex shrink-0 self-start">
          {hasList ? (
            <IconButton
              label={t(isOpen ? 'upload.hideList' : 'upload.showList')}
              aria-expanded={isOpen}
              side="top"
              onClick={() => setIsOpen(!isOpen)}
            >
              <Chevron />
            </IconButton>
          ) : null}
          {isSending ? (
            <IconButton label={t('upload.cancel')} side="top" onClick={cancelUpload}>
              <X />
            </IconButton>
          ) : (
            <IconButton label={t('common.close')} side="top" onClick={clearUploads}>
              <X />
            </IconButton>
          )}
        </div>
      </div>
      {hasList && isOpen ? <ItemList items={items} percent={upload.percent} /> : null}
    </section>
  )
}

/** Renders the progress of the transfer (specification, section 2: a circular percentage). */
function SendingHeader({ upload }: { readonly upload: UploadState }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const sizes = { sent: formats.size(upload.sentBytes), total: formats.size(upload.totalBytes) }
  return (
    <>
      <CircularProgress percent={upload.percent} label={t('upload.title')} />
      <div className="min-w-0 grow">
        <h2 className="text-14">{t('upload.title')}</h2>
        <MiddleEllipsis name={upload.fileName} className="text-13" />
        <p className="mt-0.5 text-12 text-muted tabular-nums">
          {upload.paused ? t('upload.paused') : t('upload.of', sizes)}
          {upload.waiting > 0 ? ` · ${t('upload.waiting', { count: upload.waiting })}` : null}
        </p>
      </div>
    </>
  )
}

function IdleHeader({ items }: { readonly items: readonly UploadItem[] }) {
  const { t } = useTranslation()
  const failed = items.filter(({ state }) => state === 'failed').length
  const received = items.filter(({ state }) => state === 'received').length
  return (
    <div className="min-w-0 grow">
      <h2 className="text-14">{t('upload.tray')}</h2>
      <p role="status" className="mt-0.5 text-12 text-muted tabular-nums">
        {t('upload.receivedOf', { count: items.length, received })}
        {failed > 0 ? ` · ${t('upload.failedCount', { count: failed })}` : null}
      </p>
    </div>
  )
}

/** Maximum number of items; the others are counted. */
const maxShownItems = 100

const stateOrder = { failed: 0, sending: 1, received: 2, waiting: 3 } as const satisfies Record<
  UploadItem['state'],
  number
>

/** Selects the items to show, the newest first; of too many those that failed, that are sent and that were received. */
function selectItems(items: readonly UploadItem[]): readonly UploadItem[] {
  const newestFirst = items.toReversed()
  if (items.length <= maxShownItems) return newestFirst
  return newestFirst.toSorted((a, b) => stateOrder[a.state] - stateOrder[b.state]).slice(0, maxShownItems)
}

function ItemList({ items, percent }: { readonly items: readonly UploadItem[]; readonly percent: number }) {
  const { t } = useTranslation()
  const files = useFiles().data
  // Subscribed once for all items: each subscription compares the whole list for every received file.
  const records = useMemo(() => new Map(files?.map((file) => [file.id, file])), [files])
  return (
    <ul aria-label={t('upload.tray')} className="max-h-64 overflow-y-auto overscroll-contain border-t border-line py-1">
      {selectItems(items).map((item) => (
        <Item
          key={item.id}
          item={item}
          percent={item.state === 'sending' ? percent : 0}
          current={records.get(item.result?.file.id ?? '') ?? item.result?.file ?? null}
        />
      ))}
      {items.length > maxShownItems ? (
        <li className="px-4 py-2 text-12 text-muted">
          {t('upload.same.more', { count: items.length - maxShownItems })}
        </li>
      ) : null}
    </ul>
  )
}

interface ItemProps {
  readonly item: UploadItem
  /** Percentage of its transfer. */
  readonly percent: number
  /** Current record of the received file, which is translated and may be renamed meanwhile. */
  readonly current: FileRecord | null
}

const Item = memo(function Item({ current, item, percent }: ItemProps) {
  const { error, file, state } = item
  return (
    <li className="px-4 py-1.5">
      <div className="flex min-h-8 items-center gap-2">
        <FileTypeIcon name={file.name} />
        <MiddleEllipsis name={current?.description ?? item.name ?? file.name} className="grow text-13" />
        <ItemState item={item} percent={percent} current={current} />
      </div>
      {state === 'failed' ? <p className="pb-1 text-12 text-pretty text-danger">{errorMessage(error)}</p> : null}
    </li>
  )
})

function ItemState({ item, percent, current }: ItemProps) {
  const { t } = useTranslation()
  const { file, id, state } = item
  if (state === 'received') return <ReceivedState file={current} />
  if (state === 'sending') return <span className="text-12 text-muted tabular-nums">{Math.floor(percent)}%</span>
  return (
    <span className="flex shrink-0 items-center text-12 text-muted">
      {state === 'waiting' ? t('upload.queued') : null}
      {state === 'failed' ? (
        <IconButton size="small" label={t('upload.retryFile', { file: file.name })} onClick={() => retryUpload(id)}>
          <RotateCcw />
        </IconButton>
      ) : null}
      <IconButton size="small" label={t('upload.removeFile', { file: file.name })} onClick={() => removeUpload(id)}>
        <X />
      </IconButton>
    </span>
  )
}

function ReceivedState({ file }: { readonly file: FileRecord | null }) {
  const { t } = useTranslation()
  if (!file) return <span className="text-12 text-muted">{t('upload.received')}</span>
  return (
    <span className="flex shrink-0 items-center gap-2">
      <StatusChip file={file} />
      {file.status === 'failed' ? null : (
        <Link
          to={modelsPath([file.urn])}
          aria-label={t('upload.openFile', { file: file.description })}
          className="rounded-control px-1.5 py-1 text-13 font-medium text-accent hover:bg-sunken"
        >
          {t('upload.open')}
        </Link>
      )}
    </span>
  )
}
