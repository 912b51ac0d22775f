import type { ModelSet } from '@kamar/contracts'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { useModelSet } from '../../../platform/model-sets/use-model-sets.js'

/** Loads the set that the address names; reports the reason when that fails. */
export function useOpenedSet(id: string | null): ModelSet | null {
  const { t } = useTranslation()
  const { data, error } = useModelSet(id)
  useEffect(() => {
    if (error) notify(t('together.setFailed', { reason: errorMessage(error) }), { tone: 'problem' })
    // oxlint-disable-next-line react/exhaustive-deps -- told once, in the language of that moment
  }, [error])
  return data ?? null
}
