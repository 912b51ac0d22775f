import type { FileVersions } from '@kamar/contracts'
import type { Viewer } from '@kamar/viewer'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useFileVersions } from '../../../platform/files/use-versions.js'
import { createObservable, useObservable } from '../../../platform/observable.js'
import type { ActiveModel } from '../../session/use-model-view.js'
import { type ComparisonDependencies, type ComparisonState, ComparisonView, startState } from './comparison-view.js'

/** Query parameter of the older version. */
export const comparisonParameter = 'compare'

/** Id of the panel with the changes. */
export const comparisonPanel = 'compare'

const pageParts: ComparisonDependencies = {
  compare: async (urns, signal) => (await import('./compare-packages.js')).comparePackages(urns, signal),
  createOverlay: async (viewer) => (await import('@kamar/viewer')).createReferenceOverlay(viewer),
}

export interface Comparison {
  /** Versions of the open model's file; null until loaded, or for a model that belongs to no file. */
  readonly versions: FileVersions | null
  readonly versionsFailed: boolean
  /** URN of the older version in the comparison; null without a comparison. */
  readonly olderUrn: string | null
  /** Name of the other file in the comparison, when it is not the open one. */
  readonly olderFileName: string | null
  /** URN of the open version. */
  readonly newerUrn: string | null
  readonly view: ComparisonView | null
  /** Null without a comparison, or until the model is loaded. */
  readonly state: ComparisonState | null
  /** Compares with a version and opens the newer of the two. */
  readonly choose: (urn: string) => void
  readonly end: () => void
}

const idle = createObservable<ComparisonState>(startState)

/** Returns the comparison that the page's address requests. It starts when the model is loaded and ends with it. */
export function useComparison(model: ActiveModel, wantsVersions: boolean): Comparison {
  const [search, setSearch] = useSearchParams()
  const olderUrn = search.get(comparisonParameter)
  const { urn, viewer, manifest } = model
  const versionsQuery = useFileVersions(urn, wantsVersions || olderUrn !== null)
  // A file with drawings only has no model whose elements could be compared.
  const isDrawing = manifest !== null && (manifest.sheets?.length ?? 0) > 0 && manifest.counts.instances === 0
  const view = useView({ viewer: manifest && !isDrawing ? viewer : null, newer: urn, older: olderUrn })
  const state = useObservable(view?.state ?? idle)
  const versions = versionsQuery.data ?? null
  const olderFileName = useOlderFileName(versions, olderUrn)
  const choose = useCallback(
    (other: string, replace = false) => {
      const findNumber = (urnToFind: string | null): number =>
        versions?.versions.find((version) => version.urn === urnToFind)?.number ?? 0
      const [older, newer] = findNumber(other) > findNumber(urn) ? [urn, other] : [other, urn]
      setSearch({ urn: newer ?? '', [comparisonParameter]: older ?? '' }, { replace })
    },
    [versions, urn, setSearch],
  )
  useOnlyOther({ versions, urn, wantsVersions, isChosen: olderUrn !== null, choose })
  return {
    versions,
    versionsFailed: versionsQuery.isError,
    olderUrn,
    olderFileName,
    newerUrn: urn,
    view,
    state: view ? state : null,
    choose: (other) => choose(other),
    end: () => setSearch(urn === null ? {} : { urn }),
  }
}

/** Returns the name of the other file in the comparison; null when it is a version of the open one. */
function useOlderFileName(versions: FileVersions | null, olderUrn: string | null): string | null {
  const isOtherFile = versions !== null && !versions.versions.some(({ urn }) => urn === olderUrn)
  const { data } = useFileVersions(olderUrn, isOtherFile)
  return isOtherFile ? (data?.description ?? null) : null
}

interface OnlyOtherParts {
  readonly versions: FileVersions | null
  readonly urn: string | null
  /** Whether the user requested a comparison. */
  readonly wantsVersions: boolean
  readonly isChosen: boolean
  readonly choose: (urn: string, replace: boolean) => void
}

/** Selects the other version when there is only one. Does not select it again after the user ends that comparison. */
function useOnlyOther({ versions, urn, wantsVersions: isWanted, isChosen, choose }: OnlyOtherParts): void {
  const wasChosen = useRef(false)
  useEffect(() => {
    if (isChosen || !isWanted) wasChosen.current = isChosen
    if (isChosen || !isWanted || wasChosen.current) return
    const others = versions?.versions.filter((version) => version.urn !== urn) ?? []
    const [only] = others
    if (others.length !== 1 || only?.status !== 'success') return
    wasChosen.current = true
    choose(only.urn, true)
  }, [versions, urn, isWanted, isChosen, choose])
}

interface ComparisonTarget {
  readonly viewer: Viewer | null
  readonly newer: string | null
  readonly older: string | null
}

function useView({ viewer, newer, older }: ComparisonTarget): ComparisonView | null {
  const view = useMemo(
    () => (viewer && newer && older ? new ComparisonView(viewer, { newer, older }, pageParts) : null),
    [viewer, newer, older],
  )
  useEffect(() => {
    void view?.start()
    return () => view?.dispose()
  }, [view])
  return view
}
