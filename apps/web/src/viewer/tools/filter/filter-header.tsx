import { type ProjectRole, type SavedFilter, savedFilterLimits } from '@kamar/contracts'
import { ArrowLeft, Save } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../../../platform/design/button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { omitIncomplete } from './rules.js'
import { type EditedFilter, noFilter } from './use-filter.js'
import { useSavedFilterCalls } from './use-saved-filters.js'

interface FilterHeaderProps {
  /** Null where filters cannot be saved. */
  readonly fileId: string | null
  readonly role: ProjectRole | null
  readonly filter: EditedFilter
  readonly setFilter: (filter: EditedFilter) => void
}

/** Names the filter and saves it, for the user or for the project; a changed one keeps its name. */
export function FilterHeader({ fileId, role, filter, setFilter }: FilterHeaderProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const calls = useSavedFilterCalls(fileId ?? '')
  const { saved } = filter
  const rule = omitIncomplete(filter.rule)
  const isChanged = saved !== null && JSON.stringify([rule, filter.rgb]) !== JSON.stringify([saved.rule, saved.rgb])
  const take = (next: SavedFilter): void => {
    setOpen(false)
    setFilter({ ...filter, name: next.name, saved: next })
    notify(t('filter.saved.done', { name: next.name }), { tone: 'information' })
  }
  const update = (id: string): void => {
    calls.change(id, { rule, rgb: [...filter.rgb] }).then(take, notifyError)
  }
  return (
    <>
      <div className="flex shrink-0 items-center gap-1 border-b border-line px-1.5 py-1">
        <IconButton size="small" label={t('filter.back')} onClick={() => setFilter(noFilter)}>
          <ArrowLeft />
        </IconButton>
        <h3 className="min-w-0 grow truncate text-13 font-medium" title={filter.name}>
          {filter.name || t('filter.unsaved')}
        </h3>
        {fileId !== null && isChanged && saved.canChange ? (
          <Button size="small" onClick={() => update(saved.id)}>
            {t('filter.saved.update')}
          </Button>
        ) : null}
        {fileId !== null && rule.rules.length > 0 && (saved === null || isChanged) ? (
          <IconButton
            size="small"
            label={t(saved === null ? 'filter.saved.save' : 'filter.saved.saveAs')}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Save />
          </IconButton>
        ) : null}
      </div>
      {fileId !== null && isOpen ? (
        <SaveForm {...{ fileId, role, filter }} onSaved={take} onCancel={() => setOpen(false)} />
      ) : null}
    </>
  )
}

interface SaveFormProps extends Pick<FilterHeaderProps, 'role' | 'filter'> {
  readonly fileId: string
  readonly onSaved: (saved: SavedFilter) => void
  readonly onCancel: () => void
}

function SaveForm({ fileId, role, filter, onSaved, onCancel }: SaveFormProps) {
  const { t } = useTranslation()
  const calls = useSavedFilterCalls(fileId)
  const [name, setName] = useState(filter.name)
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isEditor = role === 'owner' || role === 'editor'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    calls
      .save({ name: name.trim(), rule: omitIncomplete(filter.rule), rgb: [...filter.rgb], isShared })
      .then(onSaved, notifyError)
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={submit} className="shrink-0 space-y-1.5 border-b border-line p-2">
      <input
        ref={focusWhenShown}
        aria-label={t('filter.saved.name')}
        placeholder={t('filter.saved.name')}
        maxLength={savedFilterLimits.nameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className={inputClass}
      />
      {isEditor ? (
        <Checkbox
          label={t('filter.saved.share')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      ) : null}
      <div className="flex flex-wrap gap-1">
        <Button type="submit" size="small" tone="primary" busy={isBusy} disabled={name.trim() === ''}>
          {t('filter.saved.confirm')}
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const notifyError = (error: unknown): void => void notify(errorMessage(error), { tone: 'problem' })
