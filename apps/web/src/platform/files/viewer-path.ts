import type { FileRecord } from '@kamar/contracts'

/** Returns the address of the viewer with one model, or with several in one view: the first is their reference. */
export function modelsPath([first = '', ...others]: readonly string[]): string {
  const parameters = [`urn=${encodeURIComponent(first)}`, ...others.map((urn) => `with=${encodeURIComponent(urn)}`)]
  return `/ViewerPage?${parameters.join('&')}`
}

/** Query parameter of the sheet that is shown first: its key (`listSheetKeys`). */
export const sheetParameter = 'sheet'
/** Query parameter of the text that the search of the model begins with. */
export const findParameter = 'find'

interface FoundPart {
  readonly urn: string
  readonly sheetKey?: string
  readonly find?: string
}

/** Returns the address of the viewer with a sheet of a file, or with the elements that a text finds. */
export function foundPartPath({ find, sheetKey, urn }: FoundPart): string {
  const parameters = new URLSearchParams()
  if (sheetKey !== undefined) parameters.set(sheetParameter, sheetKey)
  if (find !== undefined) parameters.set(findParameter, find)
  const rest = parameters.toString()
  return `${modelsPath([urn])}${rest === '' ? '' : `&${rest}`}`
}

type ComparedFile = Pick<FileRecord, 'urn' | 'updated_at'>

/** Returns the address of the viewer with the newer of two files open, compared with the older. */
export function comparedFilesPath(files: readonly [ComparedFile, ComparedFile]): string {
  const [older, newer] = files.toSorted((one, other) => Date.parse(one.updated_at) - Date.parse(other.updated_at))
  return comparisonPath({ older: older?.urn ?? '', newer: newer?.urn ?? '' })
}

/** Returns the address of the viewer with one version open, compared with an older one. */
export const comparisonPath = ({ newer, older }: { readonly older: string; readonly newer: string }): string =>
  `/ViewerPage?urn=${encodeURIComponent(newer)}&compare=${encodeURIComponent(older)}`

/** Query parameter of the view that a link opens. */
export const viewParameter = 'view'
/** Query parameter of the version that a link opens, if it is not the one it names; its value is `latest`. */
export const versionParameter = 'version'
export const latestVersion = 'latest'

interface ModelLink {
  readonly urn: string
  /** View that it opens; null for the default view. */
  readonly viewId: string | null
  /** Whether it opens the newest version instead of the one it names. */
  readonly followsLatest: boolean
}

/** Returns the complete address of the viewer, for people with access to the file. */
export function formatModelLink({ followsLatest, urn, viewId }: ModelLink): string {
  const view = viewId === null ? '' : `&${viewParameter}=${encodeURIComponent(viewId)}`
  const version = followsLatest ? `&${versionParameter}=${latestVersion}` : ''
  return `${location.origin}${modelsPath([urn])}${view}${version}`
}
