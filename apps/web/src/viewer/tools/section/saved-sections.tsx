import { collaborationLimits } from '@kamar/contracts'
import { Plus, Slice } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { MiddleEllipsis } from '../../../platform/design/middle-ellipsis.js'
import { useAsyncAction } from '../../../platform/use-async-action.js'
import { type SavedSectionsOptions, useSavedSections } from './use-saved-sections.js'

interface SavedSectionsProps extends SavedSectionsOptions {
  readonly canSave: boolean
  readonly isEmpty: boolean
}

/** Lists the named sections of the file, and saves the current ones under a name. */
export function SavedSections({ canSave, isEmpty, ...options }: SavedSectionsProps) {
  const { t } = useTranslation()
  const { views, apply, save } = useSavedSections(options)
  const { busy, begin } = useAsyncAction()
  if (views.length === 0 && (!canSave || isEmpty)) return null
  return (
    <section className="border-t border-line px-3 py-2">
      <h3 className="pt-1 pb-1 text-13 font-semibold">{t('section.saved')}</h3>
      <ul>
        {views.map(({ id, name }) => (
          <li key={id}>
            <button
              type="button"
              disabled={busy}
              onClick={() => begin(() => apply(id))}
              className="flex min-h-8 w-full items-center gap-2 rounded-control px-1 text-start text-13 hover:bg-sunken pointer-coarse:min-h-11"
            >
              <Slice size={16} className="shrink-0 text-muted" />
              <MiddleEllipsis name={name} className="grow" />
            </button>
          </li>
        ))}
      </ul>
      {canSave && !isEmpty ? (
        <SaveForm busy={busy} count={views.length} onSave={(name) => begin(() => save(name))} />
      ) : null}
    </section>
  )
}

interface SaveFormProps {
  readonly busy: boolean
  readonly count: number
  readonly onSave: (name: string) => void
}

function SaveForm({ busy, count, onSave }: SaveFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const defaultName = t('section.defaultName', { number: count + 1 })
  return (
    <form
      className="flex items-center gap-2 pt-1"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(name.trim() || defaultName)
        setName('')
      }}
    >
      <input
        aria-label={t('section.savedName')}
        placeholder={defaultName}
        maxLength={collaborationLimits.viewNameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className={`${inputClass} min-w-0`}
      />
      <Button type="submit" size="small" busy={busy} icon={<Plus />}>
        {t('section.save')}
      </Button>
    </form>
  )
}
