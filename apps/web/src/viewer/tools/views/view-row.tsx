import { collaborationLimits, type ViewpointSummary } from '@kamar/contracts'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../../platform/design/button.js'
import { classNames } from '../../../platform/design/class-names.js'
import { Menu, MenuItem } from '../../../platform/design/menu.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { ShownTime } from '../../../platform/format/shown-time.js'
import { SnapshotImage } from '../../kit/viewpoints/snapshot-image.js'
import { useViewCalls } from './use-views.js'

interface ViewRowProps {
  readonly fileId: string
  readonly view: ViewpointSummary
  readonly isShown: boolean
  readonly mayChange: boolean
  readonly onOpen: () => void
}

/** Renders a saved view; its thumbnail opens it. */
export function ViewRow({ fileId, view, isShown, mayChange, onOpen }: ViewRowProps) {
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
      {mayChange ? (
        <Menu
          trigger={
            <IconButton size="small" label={t('views.more', { name: view.name })}>
              <Ellipsis />
            </IconButton>
          }
        >
          <MenuItem icon={<Pencil />} onSelect={() => setRenames(true)}>
            {t('views.rename')}
          </MenuItem>
          <MenuItem danger icon={<Trash2 />} onSelect={() => void calls.remove(view.id).catch(notifyError)}>
            {t('views.delete')}
          </MenuItem>
        </Menu>
      ) : null}
    </li>
  )
}

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
