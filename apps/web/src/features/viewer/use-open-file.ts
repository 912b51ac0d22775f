import type { FileRecord } from '@kamar/contracts'
import { useEffect, useRef, useState } from 'react'
import { useFiles } from '../../shared/files/use-files.js'
import { useExamples } from './examples-tab.js'

/** What is known of the model behind a URN. */
export interface OpenFile {
  /** Null for an example and for somebody else's address. */
  readonly file: FileRecord | null
  readonly name: string | null
  /** Changes when the file is translated again after it had been ready: its package is another one then. */
  readonly version: string
}

export function useOpenFile(urn: string | null): OpenFile {
  const file = useFiles().data?.find((candidate) => candidate.urn === urn) ?? null
  const example = useExamples().data?.find((candidate) => candidate.urn === urn)
  return { file, name: file?.description ?? example?.name ?? null, version: useVersion(urn, file) }
}

/** Counts how often a ready file went back into translation. */
function useVersion(urn: string | null, file: FileRecord | null): string {
  const [count, setCount] = useState(0)
  const wasReady = useRef(false)
  const isReady = file?.status === 'success'
  const isKnown = file !== null
  useEffect(() => {
    wasReady.current = false
  }, [urn])
  useEffect(() => {
    if (isKnown && wasReady.current && !isReady) setCount((current) => current + 1)
    if (isKnown) wasReady.current = isReady
  }, [isKnown, isReady])
  return `${urn ?? ''} ${count}`
}
