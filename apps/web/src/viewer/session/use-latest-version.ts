import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useFileVersions } from '../../platform/files/use-versions.js'
import { latestVersion, versionParameter } from '../../platform/files/viewer-path.js'
import type { OpenFile } from './use-open-file.js'

/**
 * Opens the latest version that is ready instead of the one that a link names. A version that arrives later does not
 * replace the open one.
 */
export function useLatestVersion(urn: string | null, { file, isOlder }: OpenFile): void {
  const [search, setSearch] = useSearchParams()
  const isSettled = useRef(false)
  const { data } = useFileVersions(urn, isOlder)
  const latestUrn = data?.versions.find(({ status }) => status === 'success')?.urn ?? null
  const isWanted = search.get(versionParameter) === latestVersion
  useEffect(() => {
    if (isSettled.current || (file === null && latestUrn === null)) return
    isSettled.current = true
    if (!isWanted || file !== null || latestUrn === null || latestUrn === urn) return
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        next.set('urn', latestUrn)
        return next
      },
      { replace: true },
    )
  }, [isWanted, file, latestUrn, urn, setSearch])
}
