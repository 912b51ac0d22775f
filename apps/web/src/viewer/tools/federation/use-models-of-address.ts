import { useQueries } from '@tanstack/react-query'
import type { ModelSource } from '@kamar/viewer'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { createVersionsQuery } from '../../../platform/files/use-versions.js'
import { createModelSource } from '../../session/models/model-sources.js'

/** Query parameter of the models that are opened in addition to the first. */
export const companionParameter = 'with'

/**
 * Returns the models that the address opens in addition to the first; null until the server has named them all. A model
 * that cannot be opened is reported, and the others are shown.
 */
export function useModelsOfAddress(): readonly ModelSource[] | null {
  const { t } = useTranslation()
  const [search] = useSearchParams()
  const urns = search.getAll(companionParameter)
  const queries = useQueries({ queries: urns.map((urn) => ({ ...createVersionsQuery(urn), retry: false })) })
  const failed = queries.find(({ error }) => error)?.error ?? null
  const reported = useRef<unknown>(null)
  useEffect(() => {
    if (failed === null || reported.current === failed) return
    reported.current = failed
    notify(t('together.modelFailed', { reason: errorMessage(failed) }), { tone: 'problem' })
  }, [failed, t])
  if (urns.length === 0 || queries.some(({ isPending }) => isPending)) return null
  return queries.flatMap(({ data }, index) => {
    const urn = urns[index]
    return data && urn !== undefined ? [createModelSource(data.description, { fileId: data.id, urn })] : []
  })
}
