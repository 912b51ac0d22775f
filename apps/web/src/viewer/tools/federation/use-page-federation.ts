import type { FileRecord } from '@kamar/contracts'
import { useEffect, useRef } from 'react'
import { useUploadResults } from '../../../platform/files/upload/use-upload-results.js'
import type { Session } from '../../session/session.js'
import { useModelsOfAddress } from './use-models-of-address.js'
import { type Federation, useFederation } from './use-federation.js'

/** An uploaded model is opened after a short delay, so that the user sees its name in the list first. */
const openAfterUploadMilliseconds = 2_000

/** Provides the models of the page. While their panel is open a new model is added to them, and otherwise opened. */
export function usePageFederation(
  { access, model, models, openUrn, set, viewer }: Session,
  isOpen: boolean,
): Federation {
  const isLoaded = model.manifest !== null
  const { fileId, name } = access
  const companions = useModelsOfAddress()
  const federation = useFederation({ viewer, models, urn: model.urn, fileId, name, isLoaded, set, companions })
  const joins = isOpen && isLoaded
  useAfterUpload(joins ? federation.add : ({ urn: uploaded }) => openUrn(uploaded), joins)
  return federation
}

function useAfterUpload(act: (file: FileRecord) => void, isImmediate: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useUploadResults((file, { isSingle }) => {
    clearTimeout(timer.current)
    if (isImmediate) act(file)
    else if (isSingle) timer.current = setTimeout(() => act(file), openAfterUploadMilliseconds)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
