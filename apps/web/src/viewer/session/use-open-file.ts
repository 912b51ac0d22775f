import { type FileRecord, readResultUrn } from '@kamar/contracts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { findOnDevice } from '../../platform/offline-models/device-models.js'
import type { OfflineFile, OfflineModel } from '../../platform/offline-models/offline-model.js'
import { useOnline } from '../../platform/use-online.js'
import { useFileCount, useFilePages, useFiles } from '../../platform/files/use-files.js'
import { useFileVersions } from '../../platform/files/use-versions.js'
import { useExamples } from '../../platform/files/use-examples.js'

/** Information on the model behind a URN. */
export interface OpenFile {
  /** Null for an example and for another user's address. */
  readonly file: FileRecord | null
  /** What this device stored about the file; null with a connection. */
  readonly offlineFile: OfflineFile | null
  readonly name: string | null
  /** Version of the file and the project it is shared in; null for examples and older versions. */
  readonly detail: string | null
  /** Whether it is an older version of a file, or an earlier result, which no file list contains. */
  readonly isOlder: boolean
  /** Whether it is a public example; it has one version. */
  readonly isExample: boolean
  /** Incremented when the file shows another translation, or is translated again after it was ready. */
  readonly version: number
}

export function useOpenFile(urn: string | null): OpenFile {
  const file = useFile(urn)
  const examples = useExamples().data
  const example = examples?.find((candidate) => candidate.urn === urn)
  const isOtherFile = useFiles().isSuccess && examples !== undefined && !file && !example
  const older = useOlderName(urn, isOtherFile)
  const offline = useOfflineModel(urn)
  return {
    file,
    offlineFile: offline?.file ?? null,
    name: file?.description ?? example?.name ?? older ?? offline?.name ?? null,
    detail: useDetail(urn, file),
    isOlder: older !== null,
    isExample: example !== undefined,
    version: useVersion(urn, file),
  }
}

/** Returns name and number of an older version, or of an earlier result. */
function useOlderName(urn: string | null, enabled: boolean): string | null {
  const { t } = useTranslation()
  const { data: match, refetch } = useFileVersions(urn, enabled)
  useRefetchOnChange(refetch, enabled ? (match?.id ?? null) : null)
  const address = readResultUrn(urn ?? '')
  const number = match?.versions.find((version) => version.urn === address.urn)?.number
  if (!match || number === undefined) return null
  const names = [match.description, t('versions.number', { number })]
  if (address.result !== null) names.push(t('results.number', { number: address.result }))
  return names.join(' · ')
}

/** Loads the versions of a file again when its current version or the state of that changes. */
function useRefetchOnChange(refetch: () => unknown, fileId: string | null): void {
  const current = useFiles().data?.find(({ id }) => id === fileId)
  const currentState = current ? `${current.urn} ${current.status}` : ''
  useEffect(() => {
    if (currentState !== '') refetch()
  }, [currentState, refetch])
}

function useDetail(urn: string | null, file: FileRecord | null): string | null {
  const { t } = useTranslation()
  const { data } = useFileVersions(urn, file !== null)
  const current = file ? data?.versions.find((version) => version.urn === urn) : undefined
  const project = file?.sharing?.personal === false ? file.sharing.projectName : null
  return (
    [current ? t('versions.number', { number: current.number }) : null, project].filter(Boolean).join(' · ') || null
  )
}

/** Returns what this device stored about the model; offline there is no other source. */
function useOfflineModel(urn: string | null): OfflineModel | null {
  const isOnline = useOnline()
  const { data } = useQuery({
    queryKey: ['device', 'model', urn],
    queryFn: async () => (urn === null ? null : ((await findOnDevice(urn))?.model ?? null)),
    enabled: urn !== null && !isOnline,
  })
  return isOnline ? null : (data ?? null)
}

/** Returns the file from the list, or from the server when the list is incomplete. */
function useFile(urn: string | null): FileRecord | null {
  const listed = useFiles().data?.find((candidate) => candidate.urn === urn)
  const { isComplete } = useFileCount()
  const lookup = useFilePages(urn === null ? {} : { urn }, urn !== null && !listed && !isComplete)
  const match = lookup.data?.pages[0]?.files[0]
  return listed ?? (match?.urn === urn ? match : null) ?? null
}

interface ObservedFile {
  readonly urn: string | null
  readonly jobId: string | null
  readonly isReady: boolean
  readonly version: number
}

/** Counts how often a file got another translation, or a ready one was translated again. */
function useVersion(urn: string | null, file: FileRecord | null): number {
  const [observed, setObserved] = useState<ObservedFile>({ urn, jobId: null, isReady: false, version: 0 })
  const next = nextObserved(observed, urn, file)
  // Sets state during rendering, as React recommends: it re-renders before anything is painted.
  if (next !== observed) setObserved(next)
  return next.version
}

function nextObserved(observed: ObservedFile, urn: string | null, file: FileRecord | null): ObservedFile {
  const isReady = file?.status === 'success'
  const jobId = file?.jobId ?? null
  if (observed.urn !== urn || observed.jobId === null) {
    const isSame = observed.urn === urn && jobId === null
    return isSame ? observed : { urn, jobId, isReady, version: observed.version }
  }
  if (!file) return observed
  if (jobId !== observed.jobId) return { urn, jobId, isReady, version: observed.version + 1 }
  if (isReady === observed.isReady) return observed
  return { ...observed, isReady, version: isReady ? observed.version : observed.version + 1 }
}
