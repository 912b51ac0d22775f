import { folderLimits } from '@kamar/contracts'
import { type FormEvent, useState } from 'react'
import { ContentDialog, FormButtons } from '../design/dialog.js'
import { focusWhenShown } from '../design/focus-when-shown.js'
import { FormError } from '../design/fields/form-error.js'
import { TextField } from '../design/fields/text-field.js'
import { useAsyncAction } from '../use-async-action.js'

interface NameDialogProps {
  readonly title: string
  readonly label: string
  readonly confirm: string
  readonly name?: string
  readonly maxCharacters?: number
  /** Rejects with the server's error, which the dialog shows. */
  readonly onConfirm: (name: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Renders the dialog for the name of a folder or a project. */
export function NameDialog(props: NameDialogProps) {
  const { title, label, confirm, name = '', maxCharacters = folderLimits.nameCharacters, onConfirm, onClose } = props
  const { busy, error, begin } = useAsyncAction({ inPlace: true })
  const [text, setText] = useState(name)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() === name) return onClose()
    begin(async () => {
      await onConfirm(text.trim())
      onClose()
    })
  }
  return (
    <ContentDialog title={title} width="narrow" onClose={onClose}>
      <form onSubmit={submit}>
        <TextField
          label={label}
          value={text}
          required
          autoComplete="off"
          maxLength={maxCharacters}
          ref={focusWhenShown}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <FormError text={error} />
        <FormButtons confirm={confirm} busy={busy} canSubmit={text.trim() !== ''} onCancel={onClose} />
      </form>
    </ContentDialog>
  )
}
