import type { FileRecord, ModelSet } from '@kamar/contracts'
import { useEffect, useRef } from 'react'
import { useUploadResults } from '../../../shared/files/use-upload-results.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import type { OpenFile } from '../../session/use-open-file.js'
import type { PageCollaboration } from '../../shell/use-page-collaboration.js'
import type { Panels } from '../../session/use-panels.js'
import { useModelsOfAddress } from './use-models-of-address.js'
import { type Federation, useFederation } from './use-federation.js'

/** An uploaded model is opened after a short delay, so that the user sees its name in the list first. */
const openAfterUploadMilliseconds = 2_000

interface PageFederationOptions {
  readonly urn: string | null
  readonly set: ModelSet | null
  readonly model: ActiveModel
  readonly open: OpenFile
  readonly talk: PageCollaboration
  readonly panels: Panels
  readonly openUrn: (urn: string) => void
}

/** Provides the models of the page. A new model is added to a federation, and otherwise opened. */
export function usePageFederation(parts: PageFederationOptions): Federation {
  const { model, open, openUrn, panels, set, talk, urn } = parts
  const isLoaded = model.manifest !== null
  const { fileId } = talk.collaboration
  const companions = useModelsOfAddress()
  const federation = useFederation({ viewer: model.viewer, urn, fileId, name: open.name, isLoaded, set, companions })
  const joins = panels.left === 'together' && isLoaded
  useAfterUpload(joins ? federation.add : ({ urn: uploaded }) => openUrn(uploaded), joins)
  return federation
}

function useAfterUpload(act: (file: FileRecord) => void, atOnce: boolean): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useUploadResults((file, { isAlone }) => {
    clearTimeout(timer.current)
    if (atOnce) act(file)
    else if (isAlone) timer.current = setTimeout(() => act(file), openAfterUploadMilliseconds)
  })
  useEffect(() => () => clearTimeout(timer.current), [])
}
