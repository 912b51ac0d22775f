import { useQueries } from '@tanstack/react-query'
import type { ModelMember, ModelSource } from '@kamar/viewer'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import { notify } from '../../../platform/design/toasts-state.js'
import { errorMessage } from '../../../platform/errors/error-message.js'
import { createVersionsQuery } from '../../../platform/files/use-versions.js'
import { createModelSource, readReference } from '../../session/models/model-sources.js'

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

interface CompanionsInAddressOptions {
  readonly members: readonly ModelMember[]
  /** Key of the model that the address opens first. */
  readonly baseKey: string | null
  /** Key of the first model whose companions have been opened from the address or written to it. */
  readonly addressed: string | null
  readonly isOfSet: boolean
  readonly onWritten: (baseKey: string) => void
}

/** Writes the models that were added to the first into the address, so that they are there after a reload. */
export function useCompanionsInAddress(options: CompanionsInAddressOptions): void {
  const { addressed, baseKey, isOfSet, members, onWritten } = options
  const [search, setSearch] = useSearchParams()
  const addressUrns = search.getAll(companionParameter).join(' ')
  // Until its models are open, the address says what will be opened.
  const isOpen = members.some(({ key }) => key === baseKey) && (addressUrns === '' || addressed === baseKey)
  const viewUrns = members.flatMap(({ key, reference }) => (key === baseKey ? [] : listUrns(reference))).join(' ')
  useEffect(() => {
    if (baseKey === null || !isOpen || isOfSet || addressUrns === viewUrns) return
    onWritten(baseKey)
    setSearch(
      (current) => {
        const next = new URLSearchParams(current)
        next.delete(companionParameter)
        for (const urn of viewUrns.split(' ').filter(Boolean)) next.append(companionParameter, urn)
        return next
      },
      { replace: true },
    )
  }, [baseKey, isOpen, isOfSet, addressUrns, viewUrns, onWritten, setSearch])
}

/** Lists the URN of a file; examples have none that others can be added by. */
function listUrns(stored: unknown): readonly string[] {
  const reference = readReference(stored)
  return reference === null || reference.fileId === null ? [] : [reference.urn]
}
