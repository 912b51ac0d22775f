import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { ModelSource, PackageLoader } from '@kamar/viewer'
import { packageSource } from '../package-source.js'

/** What the page keeps with a model of the view: plain data, it travels with saved views. */
export interface ModelMemo {
  /** Null for an example. */
  readonly fileId: string | null
  /** Of the version that is shown. */
  readonly urn: string
  /** Number of the version that is meant for ever; left out: always the newest. */
  readonly fixedVersion?: number
}

const loaders = new Map<string, PackageLoader>()

/** The same loader for the same package: by it the engine knows what it shows already. */
function loaderOf(urn: string): PackageLoader {
  const known = loaders.get(urn)
  if (known) return known
  const loader = packageSource(urn)
  loaders.set(urn, loader)
  return loader
}

/** What a model of the view was made of; null for what is none. */
export function readMemo(value: unknown): ModelMemo | null {
  const { fileId, fixedVersion, urn } = (value ?? {}) as Partial<ModelMemo>
  if (typeof urn !== 'string' || (fileId !== null && typeof fileId !== 'string')) return null
  return { fileId, urn, ...(typeof fixedVersion === 'number' ? { fixedVersion } : {}) }
}

/** A model for the engine. Its key stays over versions of the file. */
export const sourceOf = (label: string, memo: ModelMemo): ModelSource => ({
  key: memo.fileId ?? memo.urn,
  label,
  loader: loaderOf(memo.urn),
  memo,
})

export const sourceOfFile = ({ description, id, urn }: FileRecord): ModelSource =>
  sourceOf(description, { fileId: id, urn })

/** The models of a set that one may see, each where the set has it. */
export function sourcesOfSet({ members }: ModelSet): ModelSource[] {
  return members.flatMap(({ file, fileId, isFixed, placement, method, off, ghosted }) => {
    if (!file) return []
    const memo = { fileId, urn: file.urn, ...(isFixed ? { fixedVersion: file.version } : {}) }
    return [{ ...sourceOf(file.description, memo), placement, method, off, ghosted }]
  })
}
