import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { Manifest } from '@kamar/view-package/read'
import type { ModelSource, PackageLoader } from '@kamar/viewer'
import { liveConnection, whenManifestChanges } from '../../../shared/files/live-connection.js'
import { packageSource } from '../package-source.js'

/** What the page keeps with a model of the view: plain data, it travels with saved views. */
export interface ModelReference {
  /** Null for an example. */
  readonly fileId: string | null
  /** Of the version that is shown. */
  readonly urn: string
  /** Number of the version that is meant for ever; left out: always the newest. */
  readonly fixedVersion?: number
}

const loaders = new Map<string, PackageLoader>()

/** The same loader for the same package: by it the engine knows what it shows already. */
function getLoader(urn: string): PackageLoader {
  const cached = loaders.get(urn)
  if (cached) return cached
  const loader = withKnownManifest(urn, packageSource(urn))
  loaders.set(urn, loader)
  return loader
}

/**
 * A model that left the view and comes back needs no answer of the server: its files are kept by the browser, the manifest
 * of a complete package here, for as long as the server would have announced another.
 */
function withKnownManifest(urn: string, source: PackageLoader): PackageLoader {
  let cached: Manifest | null = null
  let changes = 0
  const invalidate = (): void => {
    cached = null
    changes += 1
  }
  whenManifestChanges(urn, invalidate)
  liveConnection.subscribe(invalidate)
  return {
    ...source,
    async fetchManifest(signal) {
      if (cached) return cached
      const before = changes
      const manifest = (await source.fetchManifest(signal)) as Manifest
      if (manifest.state === 'complete' && liveConnection.get() && before === changes) cached = manifest
      return manifest
    },
  }
}

/** What a model of the view was made of; null for what is none. */
export function readReference(value: unknown): ModelReference | null {
  const { fileId, fixedVersion, urn } = (value ?? {}) as Partial<ModelReference>
  if (typeof urn !== 'string' || (fileId !== null && typeof fileId !== 'string')) return null
  return { fileId, urn, ...(typeof fixedVersion === 'number' ? { fixedVersion } : {}) }
}

/** A model for the engine. Its key stays over versions of the file. */
export const createModelSource = (label: string, reference: ModelReference): ModelSource => ({
  key: reference.fileId ?? reference.urn,
  label,
  loader: getLoader(reference.urn),
  memo: reference,
})

export const createFileSource = ({ description, id, urn }: FileRecord): ModelSource =>
  createModelSource(description, { fileId: id, urn })

/** The models of a set that one may see, each where the set has it. */
export function createSetSources({ members }: ModelSet): ModelSource[] {
  return members.flatMap(({ file, fileId, isFixed, placement, method, off, ghosted }) => {
    if (!file) return []
    const reference = { fileId, urn: file.urn, ...(isFixed ? { fixedVersion: file.version } : {}) }
    return [{ ...createModelSource(file.description, reference), placement, method, off, ghosted }]
  })
}
