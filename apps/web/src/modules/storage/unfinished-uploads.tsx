import type { StorageUse } from '@kamar/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { api } from '../../platform/api/api.js'
import { Button } from '../../platform/design/button.js'
import { FormError } from '../../platform/design/fields/form-error.js'
import { notify } from '../../platform/design/toasts-state.js'
import { errorMessage } from '../../platform/errors/error-message.js'
import { useFormats } from '../../platform/format/use-formats.js'
import { storageKey } from './storage-key.js'

/** Lists unfinished uploads: the quota they reserve, and an action to release it. */
export function UnfinishedUploads({ unfinished }: { unfinished: StorageUse['unfinished'] }) {
  const { t } = useTranslation()
  const formats = useFormats()
  const client = useQueryClient()
  const discard = useMutation({
    mutationFn: () => api.call('discardUploads'),
    async onSuccess() {
      notify(t('storage.discarded'))
      await client.invalidateQueries({ queryKey: storageKey })
    },
  })
  return (
    <div className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-14">
        <p className="text-muted tabular-nums">
          {t('storage.unfinished', { size: formats.volume(unfinished.bytes), count: unfinished.uploads })}
        </p>
        <Button busy={discard.isPending} onClick={() => discard.mutate()}>
          {t('storage.discardUnfinished')}
        </Button>
      </div>
      <FormError text={discard.isError ? errorMessage(discard.error) : null} />
    </div>
  )
}
