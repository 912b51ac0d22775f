import { collaborationLimits } from '@kamar/contracts'
import { Camera, FileText, Paperclip, PencilLine, X } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../../platform/design/button.js'
import { classNames } from '../../../../platform/design/class-names.js'
import { Checkbox } from '../../../../platform/design/fields/checkbox.js'
import { notify } from '../../../../platform/design/toasts-state.js'
import { useFormats } from '../../../../platform/format/use-formats.js'
import {
  hasUsableLocation,
  isSendable,
  type MarkedPhoto,
  type PendingFile,
  preparePending,
  withLocations,
  withMarkup,
} from './pending-file.js'
import { useBlobImage } from './use-blob-image.js'

const PhotoMarkup = lazy(async () => ({ default: (await import('./photo-markup.js')).PhotoMarkup }))

interface AttachmentFieldProps {
  readonly files: readonly PendingFile[]
  readonly onChange: (update: (files: readonly PendingFile[]) => readonly PendingFile[]) => void
  /** Number of files that the topic has already. */
  readonly attached?: number
  /** Fields that accept dropped and pasted files as well; above the buttons with `actions`, else below. */
  readonly children: ReactNode
  /** Rendered next to the buttons, which have no text then. */
  readonly actions?: ReactNode
}

/** Renders the buttons for photos and files, and those that wait to be sent. Files can also be dropped and pasted. */
export function AttachmentField({ files, onChange, attached = 0, children, actions }: AttachmentFieldProps) {
  const { t } = useTranslation()
  const { busy, add } = useAddFiles({ count: files.length + attached, onChange })
  const drop = useDrop(add)
  const isBrief = actions !== undefined
  const buttons = { busy, isBrief, onFiles: add }
  return (
    <div {...drop.handlers} className={classNames('space-y-3 rounded-control', drop.isOver && 'ring-2 ring-accent')}>
      {isBrief ? children : null}
      <PendingFiles files={files} onChange={onChange} />
      <div className="flex flex-wrap items-center gap-2">
        <span className={isBrief ? 'flex' : 'flex flex-wrap gap-2'}>
          <FileButton {...buttons} label={t('topics.files.photo')} icon={<Camera />} isPhoto />
          <FileButton {...buttons} label={t('topics.files.file')} icon={<Paperclip />} />
        </span>
        {actions}
      </div>
      {isBrief ? null : children}
    </div>
  )
}

function PendingFiles({ files, onChange }: Pick<AttachmentFieldProps, 'files' | 'onChange'>) {
  const { t } = useTranslation()
  const remove = (key: string): void => onChange((all) => all.filter((file) => file.key !== key))
  const located = files.filter(hasUsableLocation)
  const [markedKey, setMarkedKey] = useState<string | null>(null)
  const marked = files.find((file) => file.key === markedKey)
  const save = async (file: PendingFile, drawing: MarkedPhoto | null): Promise<void> => {
    const next = await withMarkup(file, drawing)
    onChange((all) => all.map((one) => (one.key === file.key ? next : one)))
  }
  if (files.length === 0) return null
  return (
    <div className="space-y-2">
      <ul aria-label={t('topics.files.pending')} className="flex flex-wrap gap-2">
        {files.map((file) => (
          <PendingItem
            key={file.key}
            file={file}
            onMarkUp={() => setMarkedKey(file.key)}
            onRemove={() => remove(file.key)}
          />
        ))}
      </ul>
      {located.length === 0 ? null : (
        <Checkbox
          label={t('topics.files.keepLocation')}
          checked={located.every((file) => file.keepsLocation)}
          onChange={({ currentTarget: { checked } }) => onChange((all) => withLocations(all, checked))}
        />
      )}
      {marked ? (
        <Suspense fallback={null}>
          <PhotoMarkup
            name={marked.name}
            content={marked.shrunk}
            shapes={marked.marked?.shapes ?? []}
            onSave={(drawing) => save(marked, drawing)}
            onClose={() => setMarkedKey(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

interface FileButtonProps {
  readonly label: string
  readonly icon: ReactNode
  readonly busy: boolean
  /** Renders the icon only. */
  readonly isBrief: boolean
  /** Opens the camera on a phone. */
  readonly isPhoto?: true
  readonly onFiles: (files: readonly File[]) => void
}

function FileButton({ label, icon, busy, isBrief, isPhoto, onFiles }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (): void => input.current?.click()
  return (
    <>
      {isBrief ? (
        <IconButton label={label} disabled={busy} onClick={choose}>
          {icon}
        </IconButton>
      ) : (
        <Button size="small" icon={icon} busy={busy} onClick={choose}>
          {label}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        multiple
        aria-label={label}
        {...(isPhoto ? { accept: 'image/*', capture: 'environment' } : {})}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])])
          currentTarget.value = ''
        }}
      />
    </>
  )
}

interface PendingItemProps {
  readonly file: PendingFile
  readonly onMarkUp: () => void
  readonly onRemove: () => void
}

function PendingItem({ file, onMarkUp, onRemove }: PendingItemProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const show = useBlobImage(file.isPhoto ? (file.marked?.content ?? file.shrunk) : undefined)
  return (
    <li className="relative">
      {file.isPhoto ? (
        <button
          type="button"
          aria-label={t('topics.files.markUp', { name: file.name })}
          onClick={onMarkUp}
          className="block rounded-control"
        >
          <img
            ref={show}
            alt={file.name}
            className="size-20 rounded-control border border-line bg-picture object-cover"
          />
          <span
            aria-hidden="true"
            className="absolute end-1 bottom-1 flex size-6 items-center justify-center rounded-full border border-line bg-surface text-text shadow-float"
          >
            <PencilLine size={14} />
          </span>
        </button>
      ) : (
        <span className="flex h-20 w-36 flex-col justify-between rounded-control border border-line p-2 text-12">
          <FileText size={18} className="text-muted" />
          <span className="truncate">{file.name}</span>
          <span className="text-muted">{formats.size(file.content.size)}</span>
        </span>
      )}
      <button
        type="button"
        aria-label={t('topics.files.remove', { name: file.name })}
        onClick={onRemove}
        className="absolute -end-1.5 -top-1.5 flex size-6 items-center justify-center rounded-full border border-line bg-surface text-muted shadow-float before:absolute before:-inset-2.5 hover:text-text"
      >
        <X size={14} />
      </button>
    </li>
  )
}

interface AddFilesOptions extends Pick<AttachmentFieldProps, 'onChange'> {
  readonly count: number
}

/** Prepares chosen files one by one, so that one photo at a time is decoded. */
function useAddFiles({ count, onChange }: AddFilesOptions) {
  const { t } = useTranslation()
  const [busy, setBusy] = useState(false)
  const add = (selected: readonly File[]): void => {
    if (selected.length === 0) return
    const free = collaborationLimits.attachmentsPerTopic - count
    if (selected.length > free)
      notify(t('topics.files.tooMany', { count: collaborationLimits.attachmentsPerTopic }), { tone: 'problem' })
    setBusy(true)
    void prepareAll(selected.slice(0, Math.max(0, free)), {
      onReady: (file) => onChange((all) => [...all, file]),
      onTooLarge: (name) => notify(t('topics.files.tooLarge', { name }), { tone: 'problem' }),
    }).finally(() => setBusy(false))
  }
  return { busy, add }
}

interface PrepareObservers {
  readonly onReady: (file: PendingFile) => void
  readonly onTooLarge: (name: string) => void
}

async function prepareAll(selected: readonly File[], { onReady, onTooLarge }: PrepareObservers): Promise<void> {
  for (const original of selected) {
    const file = await preparePending(original)
    if (isSendable(file)) onReady(file)
    else onTooLarge(original.name)
  }
}

/** Provides handlers for files that are dropped on an element, or pasted in it. */
function useDrop(add: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver(event: DragEvent): void {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(true)
      },
      onDragLeave: (): void => setOver(false),
      onDrop(event: DragEvent): void {
        if (!hasFiles(event)) return
        event.preventDefault()
        event.stopPropagation()
        setOver(false)
        add([...event.dataTransfer.files])
      },
      onPaste(event: ClipboardEvent): void {
        const pasted = [...event.clipboardData.files]
        if (pasted.length === 0) return
        event.preventDefault()
        add(pasted)
      },
    },
  }
}
