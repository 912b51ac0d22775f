import { type FileVersion, readResultUrn, type ViewpointForm } from '@kamar/contracts'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useFileVersions } from '../../../platform/files/use-versions.js'
import { comparisonPath, modelsPath } from '../../../platform/files/viewer-path.js'
import { applyStoredView, captureForm } from '../../kit/viewpoints/capture.js'
import { useOpeningView } from '../../kit/viewpoints/use-opening-view.js'
import type { Session } from '../../session/session.js'

/** A version that is newer than the open one. */
export interface NewVersion {
  readonly version: FileVersion
  /** Number of the open version. */
  readonly openNumber: number
  /** Whether it arrived while the page was open. */
  readonly hasArrived: boolean
}

/** The newest version of the file, while an older one is open. */
export interface NewVersionControl {
  readonly newest: NewVersion | null
  /** Opens it with the camera, visibility, cuts, colours and measurements of this one, as far as its elements have the same ids. */
  readonly show: () => void
  /** Opens it compared with the open version. */
  readonly compare: () => void
}

/** What the page of the newest version is opened with. */
interface CarriedState {
  readonly carriedView?: ViewpointForm
  readonly urn?: string
}

/** Follows the versions of the open file. */
export function useNewVersion(session: Session): NewVersionControl {
  const { access, model } = session
  const navigate = useNavigate()
  const newest = useNewest(session)
  const urn = newest?.version.urn ?? ''
  useCarriedView(session)
  const show = async (): Promise<void> => {
    const { fileId } = access
    const form = fileId === null ? null : await captureForm(session, fileId)
    const state: CarriedState = form ? { carriedView: form, urn } : {}
    await navigate(modelsPath([urn]), { state })
  }
  return {
    newest,
    show: () => void show(),
    compare: () => void navigate(comparisonPath({ newer: urn, older: model.urn ?? '' })),
  }
}

/** Shows the view of the version that was open before. */
function useCarriedView(session: Session): void {
  const { access, model } = session
  const { fileId } = access
  const { key, state } = useLocation()
  const { carriedView: view, urn = null } = (state ?? {}) as CarriedState
  useOpeningView(
    model,
    view && fileId !== null
      ? {
          key,
          urn,
          show: () => applyStoredView(session, fileId, { ...view, markup: view.markup ?? noMarkup }),
        }
      : null,
  )
}

const noMarkup = { shapes: [], pins: [] }

function useNewest({ access, model: { urn } }: Session): NewVersion | null {
  const { file, isOlder } = access
  // The version that was current when it was opened.
  const [currentUrn, setCurrentUrn] = useState<string | null>(null)
  if (file && file.urn === urn && currentUrn !== urn) setCurrentUrn(urn)
  const versions = useFileVersions(urn, isOlder)
  const [version] = versions.data?.versions ?? []
  const openUrn = readResultUrn(urn ?? '').urn
  const openNumber = versions.data?.versions.find((one) => one.urn === openUrn)?.number
  if (!isOlder || !version || openNumber === undefined || version.number <= openNumber) return null
  return { version, openNumber, hasArrived: currentUrn === urn }
}
