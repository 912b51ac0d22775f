import { type ProjectRole, type SavedFilter, savedFilterLimits } from '@kamar/contracts'
import { Save } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../platform/design/button.js'
import { Checkbox } from '../../../platform/design/fields/checkbox.js'
import { inputClass } from '../../../platform/design/fields/text-field.js'
import { focusWhenShown } from '../../../platform/design/focus-when-shown.js'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { omitIncomplete } from './rules.js'
import type { EditedFilter } from './use-filter.js'
import { useSavedFilterCalls } from './use-saved-filters.js'

interface SaveFilterProps {
  readonly fileId: string
  readonly role: ProjectRole | null
  readonly filter: EditedFilter
  readonly setFilter: (filter: EditedFilter) => void
}

/** Saves the filter under a name, for the user or for the project; a changed one keeps its name. */
export function SaveFilter({ fileId, role, filter, setFilter }: SaveFilterProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const calls = useSavedFilterCalls(fileId)
  const { saved } = filter
  const rule = omitIncomplete(filter.rule)
  if (rule.rules.length === 0) return null
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
    <div className="shrink-0 border-t border-line p-2">
      {isOpen ? (
        <SaveForm {...{ fileId, role, filter }} onSaved={take} onCancel={() => setOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-1">
          {isChanged && saved.canChange ? (
            <Button size="small" icon={<Save />} onClick={() => update(saved.id)}>
              {t('filter.saved.update')}
            </Button>
          ) : null}
          {saved === null || isChanged ? (
            <Button size="small" tone="quiet" icon={saved === null ? <Save /> : null} onClick={() => setOpen(true)}>
              {t(saved === null ? 'filter.saved.save' : 'filter.saved.saveAs')}
            </Button>
          ) : null}
        </div>
      )}
    </div>
  )
}

interface SaveFormProps extends Pick<SaveFilterProps, 'fileId' | 'role' | 'filter'> {
  readonly onSaved: (saved: SavedFilter) => void
  readonly onCancel: () => void
}

function SaveForm({ fileId, role, filter, onSaved, onCancel }: SaveFormProps) {
  const { t } = useTranslation()
  const calls = useSavedFilterCalls(fileId)
  const [name, setName] = useState(filter.name)
  const [isShared, setShared] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const canShare = role === 'owner' || role === 'editor'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setBusy(true)
    calls
      .save({ name: name.trim(), rule: omitIncomplete(filter.rule), rgb: [...filter.rgb], isShared })
      .then(onSaved, notifyError)
      .finally(() => setBusy(false))
  }
  return (
    <form onSubmit={submit} className="space-y-1.5">
      <input
        ref={focusWhenShown}
        aria-label={t('filter.saved.name')}
        placeholder={t('filter.saved.name')}
        maxLength={savedFilterLimits.nameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        className={inputClass}
      />
      {canShare ? (
        <Checkbox
          label={t('filter.saved.share')}
          checked={isShared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      ) : null}
      <div className="flex flex-wrap gap-1">
        <Button type="submit" size="small" tone="primary" busy={isBusy} disabled={name.trim() === ''}>
          {t('filter.saved.save')}
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

const notifyError = (error: unknown): void => void notify(errorMessage(error), { tone: 'problem' })
