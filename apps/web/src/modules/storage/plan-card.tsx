import { limits, type StorageUse } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { notify } from '../../platform/design/toasts-state.js'
import { TextArea } from '../../platform/design/fields/text-area.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { fieldText } from '../../platform/field-text.js'
import { TimeInText } from '../../platform/format/shown-time.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { storageKey } from './storage-key.js'

/** Shows the plan, and the request for a larger one with its decision. */
export function PlanCard({ use }: { use: StorageUse }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const [isRequesting, setRequesting] = useState(false)
  const isOpen = use.upgrade?.state === 'open'
  return (
    <section aria-labelledby="plan" className="mt-6 rounded-card border border-line bg-surface p-5 sm:p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 grow basis-64">
          <h2 id="plan" className="text-16">
            {use.plan.name}
          </h2>
          <p className="mt-1 text-14 text-muted">
            {t('storage.planText', { quota: formats.volume(use.plan.quotaBytes) })}
          </p>
          <p className="mt-1 text-13 text-muted">{t('storage.upgradeHint')}</p>
        </div>
        {isRequesting || isOpen ? null : <Button onClick={() => setRequesting(true)}>{t('storage.upgrade')}</Button>}
      </div>
      {use.upgrade ? (
        <p role="status" className="mt-4 rounded-control bg-sunken px-3 py-2.5 text-14">
          <UpgradeDecision upgrade={use.upgrade} />
        </p>
      ) : null}
      {isRequesting ? <UpgradeForm onDone={() => setRequesting(false)} /> : null}
    </section>
  )
}

function UpgradeDecision({ upgrade }: { upgrade: NonNullable<StorageUse['upgrade']> }) {
  const { t } = useTranslation()
  return (
    <TimeInText value={upgrade.decidedAt ?? upgrade.requestedAt} as="day">
      {(date) => t(`storage.request.${upgrade.state}`, { date })}
    </TimeInText>
  )
}

function UpgradeForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const requestUpgrade = useMutation({
    mutationFn: (message: string) => api.call('requestUpgrade', { body: { message } }),
    async onSuccess() {
      notify(t('storage.requested'))
      await client.invalidateQueries({ queryKey: storageKey })
      onDone()
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    requestUpgrade.mutate(fieldText(new FormData(event.currentTarget), 'message'))
  }
  return (
    <form onSubmit={submit} className="mt-4 space-y-4 border-t border-line pt-4">
      <TextArea
        label={t('storage.message')}
        hint={t('storage.messageHint')}
        name="message"
        rows={3}
        maxLength={limits.maxBiographyCharacters}
      />
      <FormError text={requestUpgrade.isError ? errorMessage(requestUpgrade.error) : null} />
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>{t('common.cancel')}</Button>
        <Button type="submit" tone="primary" busy={requestUpgrade.isPending}>
          {t('storage.send')}
        </Button>
      </div>
    </form>
  )
}
