import { collaborationLimits, type ViewpointSummary } from '@kamar/contracts'
import type { TFunction } from 'i18next'
import { Copy, Ellipsis, Link, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { copyText } from '../../../platform/design/copy-button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { Menu, MenuItem } from '../../../platform/design/menu.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { formatModelLink } from '../../../platform/files/viewer-path.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { SnapshotImage } from '../../kit/viewpoints/snapshot-image.js'
import { useViewCalls } from '../../kit/viewpoints/use-views.js'

interface ViewRowProps {
  readonly fileId: string
  readonly view: ViewpointSummary
  readonly isShown: boolean
  /** Whether the user may save views, and so copies of this one. */
  readonly canCopy: boolean
  readonly mayChange: boolean
  /** Version that the model is open in. */
  readonly urn: string | null
  /** Overwrites it with what is on the screen; null while nothing is. */
  readonly onUpdate: (() => Promise<void>) | null
  readonly onOpen: () => void
}

/** Renders a saved view; its thumbnail opens it. */
export function ViewRow(props: ViewRowProps) {
  const { fileId, view, isShown, onOpen } = props
  const { t } = useTranslation()
  const [renames, setRenames] = useState(false)
  const calls = useViewCalls(fileId)
  const notifyError = (error: unknown): void => void notify(errorMessage(error), { tone: 'problem' })
  return (
    <li className={classNames('flex items-center gap-1 pe-1.5', isShown && 'bg-sunken')}>
      {renames ? (
        <Rename
          name={view.name}
          onEnd={(name) => {
            setRenames(false)
            if (name !== view.name) calls.rename(view, name).catch(notifyError)
          }}
        />
      ) : (
        <button
          type="button"
          aria-pressed={isShown}
          onClick={onOpen}
          className="flex min-w-0 grow items-center gap-3 px-3 py-2.5 text-start hover:bg-page"
        >
          <SnapshotImage fileId={fileId} viewpointId={view.id} snapshot={view.snapshot} className="h-14 w-20" />
          <span className="min-w-0">
            <span className="line-clamp-2 text-14 font-medium wrap-anywhere">{view.name || t('views.unnamed')}</span>
            <span className="mt-0.5 block truncate text-12 text-muted">
              {view.author.name} · <ShownTime value={view.createdAt} as="age" />
            </span>
          </span>
        </button>
      )}
      <ViewMenu {...props} onRename={() => setRenames(true)} />
    </li>
  )
}

function ViewMenu(props: ViewRowProps & { readonly onRename: () => void }) {
  const { fileId, mayChange, canCopy, onRename, onUpdate, urn, view } = props
  const { t } = useTranslation()
  const calls = useViewCalls(fileId)
  const run = (action: Promise<unknown>): void =>
    void action.catch((error: unknown) => notify(errorMessage(error), { tone: 'problem' }))
  const copyLink = async (): Promise<void> => {
    const isCopied = await copyText(formatModelLink({ urn: urn ?? '', viewId: view.id, followsLatest: true }))
    notify(t(isCopied ? 'views.linkCopied' : 'views.copyFailed'), { tone: isCopied ? 'information' : 'problem' })
  }
  return (
    <Menu
      trigger={
        <IconButton size="small" label={t('views.more', { name: view.name })}>
          <Ellipsis />
        </IconButton>
      }
    >
      <MenuItem icon={<Link />} onSelect={() => run(copyLink())}>
        {t('views.copyLink')}
      </MenuItem>
      {canCopy ? (
        <MenuItem icon={<Copy />} onSelect={() => run(calls.duplicate(view, getCopyName(t, view.name)))}>
          {t('views.duplicate')}
        </MenuItem>
      ) : null}
      {mayChange ? (
        <>
          <MenuItem icon={<RefreshCw />} disabled={!onUpdate} onSelect={() => onUpdate && run(onUpdate())}>
            {t('views.update')}
          </MenuItem>
          <MenuItem icon={<Pencil />} onSelect={onRename}>
            {t('views.rename')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 />} onSelect={() => run(calls.remove(view.id))}>
            {t('views.delete')}
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}

const getCopyName = (t: TFunction, name: string): string =>
  t('views.copyName', { name }).slice(0, collaborationLimits.viewNameCharacters)

function Rename({ name, onEnd }: { name: string; onEnd: (name: string) => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(name)
  return (
    <div className="grow p-2.5">
      <input
        ref={focusWhenShown}
        aria-label={t('views.name')}
        maxLength={collaborationLimits.viewNameCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => onEnd(text.trim() || name)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onEnd(text.trim() || name)
          if (event.key === 'Escape') onEnd(name)
        }}
        className={inputClass}
      />
    </div>
  )
}
