import { limits } from '@kamar/contracts'
import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../design/button.js'
import { ContentDialog } from '../../design/dialog.js'
import { MiddleEllipsis } from '../../design/middle-ellipsis.js'
import { TextField } from '../../design/fields/text-field.js'
import { useObservable } from '../../observable.js'
import { FileTypeIcon } from '../file-type-icon.js'
import { type SameNameChoice, sameNamePrompt, type SameNamePrompt } from './same-names.js'

/** Renders the question what to do with files whose names already exist, once per batch. */
export function SameNameDialog() {
  const prompt = useObservable(sameNamePrompt)
  return prompt ? <SameNameForm key={prompt.conflicts[0]?.file.name} prompt={prompt} /> : null
}

const choices = ['version', 'both', 'skip'] as const satisfies readonly SameNameChoice[]
/** Maximum number of names; the others are counted. */
const maxShownNames = 6

function SameNameForm({ prompt: { decide, conflicts } }: { readonly prompt: SameNamePrompt }) {
  const { t } = useTranslation()
  const [choice, setChoice] = useState<SameNameChoice>('version')
  const [note, setNote] = useState('')
  const count = conflicts.length
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    decide({ choice, note: note.trim() })
  }
  return (
    <ContentDialog title={t('upload.same.title', { count })} width="narrow" onClose={() => decide(null)}>
      <form onSubmit={submit}>
        <ul className="mb-4 space-y-1">
          {conflicts.slice(0, maxShownNames).map(({ existing, file }) => (
            <li key={`${existing.id} ${file.name}`} className="flex min-w-0 items-center gap-2 text-14">
              <FileTypeIcon name={file.name} />
              <MiddleEllipsis name={file.name} />
            </li>
          ))}
          {count > maxShownNames ? (
            <li className="text-13 text-muted">{t('upload.same.more', { count: count - maxShownNames })}</li>
          ) : null}
        </ul>
        <fieldset className="space-y-1">
          <legend className="sr-only">{t('upload.same.legend')}</legend>
          {choices.map((value) => (
            <Choice key={value} value={value} count={count} isChosen={choice === value} onChoose={setChoice} />
          ))}
        </fieldset>
        {choice === 'version' ? (
          <TextField
            className="mt-4"
            label={t('versions.note')}
            value={note}
            maxLength={limits.maxNoteCharacters}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        ) : null}
        <div className="mt-5 flex flex-wrap justify-end gap-2">
          <Button onClick={() => decide(null)}>{t('common.cancel')}</Button>
          <Button type="submit" tone="primary">
            {t('upload.same.confirm')}
          </Button>
        </div>
      </form>
    </ContentDialog>
  )
}

interface ChoiceProps {
  readonly value: SameNameChoice
  readonly count: number
  readonly isChosen: boolean
  readonly onChoose: (value: SameNameChoice) => void
}

function Choice({ value, count, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="relative flex items-start gap-2.5 rounded-control p-2 hover:bg-sunken has-checked:bg-sunken">
      <input
        id={id}
        type="radio"
        name="same-name"
        value={value}
        checked={isChosen}
        aria-describedby={`${id}-hint`}
        onChange={() => onChoose(value)}
        className="mt-1 accent-accent"
      />
      <div>
        {/* The label covers the whole row, so that all of it is clickable. */}
        <label htmlFor={id} className="text-14 font-medium after:absolute after:inset-0 after:cursor-pointer">
          {t(`upload.same.${value}`, { count })}
        </label>
        <p id={`${id}-hint`} className="text-12 text-pretty text-muted">
          {t(`upload.same.${value}Hint`, { count })}
        </p>
      </div>
    </div>
  )
}
