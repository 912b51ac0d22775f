import { applicationLimits, type ClientSecret, type ProtocolScope, protocolScopes } from '@kamar/contracts'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../platform/design/button.js'
import { Checkbox } from '../../platform/design/fields/checkbox.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { TextField } from '../../platform/design/fields/text-field.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { fieldText } from '../../platform/field-text.js'
import { Section } from '../../platform/shell/settings-shell.js'
import { scopeMessages } from './scope-messages.js'
import type { ApplicationChanges } from './use-applications.js'

interface NewApplicationFormProps {
  readonly create: ApplicationChanges['create']
  readonly onCreate: (secret: ClientSecret) => void
  readonly onCancel: () => void
}

/** Renders name and scopes of a new application. */
export function NewApplicationForm({ create, onCreate, onCancel }: NewApplicationFormProps) {
  const { t } = useTranslation()
  const [scopes, setScopes] = useState<readonly ProtocolScope[]>(protocolScopes)
  const nameField = useRef<HTMLInputElement>(null)
  useEffect(() => nameField.current?.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    const name = fieldText(new FormData(event.currentTarget), 'name')
    create.mutate({ name, scopes: [...scopes] }, { onSuccess: onCreate })
  }
  const toggle = (scope: ProtocolScope): void =>
    setScopes(scopes.includes(scope) ? scopes.filter((other) => other !== scope) : [...scopes, scope])
  return (
    <Section title={t('apiAccess.new')}>
      <form onSubmit={submit} onInput={create.reset} className="space-y-5">
        <TextField
          label={t('apiAccess.name')}
          hint={t('apiAccess.nameHint')}
          name="name"
          maxLength={applicationLimits.maxNameCharacters}
          autoComplete="off"
          ref={nameField}
          required
          className="max-w-100"
        />
        <fieldset>
          <legend className="text-13 font-medium">{t('apiAccess.scopes')}</legend>
          <p className="mt-1 text-13 text-pretty text-muted">{t('apiAccess.scopesHint')}</p>
          <div className="mt-2 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {protocolScopes.map((scope) => (
              <Checkbox
                key={scope}
                checked={scopes.includes(scope)}
                onChange={() => toggle(scope)}
                className="items-start py-1.5"
                label={
                  <span className="min-w-0">
                    {t(scopeMessages[scope])} <code className="block font-mono text-12 text-muted">{scope}</code>
                  </span>
                }
              />
            ))}
          </div>
        </fieldset>
        <FormError text={create.isError ? errorMessage(create.error) : null} />
        <div className="flex flex-wrap gap-2">
          <Button
            type="submit"
            tone="primary"
            busy={create.isPending}
            disabled={create.isPending || scopes.length === 0}
          >
            {t('apiAccess.create')}
          </Button>
          <Button onClick={onCancel}>{t('common.cancel')}</Button>
        </div>
      </form>
    </Section>
  )
}
