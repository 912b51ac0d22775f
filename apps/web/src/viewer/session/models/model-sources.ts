import type { FileRecord, ModelSet } from '@kamar/contracts'
import type { Manifest } from '@kamar/package-format/read'
import type { ModelMember, ModelSource, PackageLoader } from '@kamar/viewer'
import { liveConnection, whenManifestChanges } from '../../../platform/files/live/live-connection.js'
import { packageSource } from '../packages/package-source.js'

/** Data that the page stores with a model of the view: serialisable, as it is part of saved views. */
export interface ModelReference {
  /** Null for an example. */
  readonly fileId: string | null
  /** URN of the displayed version. */
  readonly urn: string
  /** Number of the pinned version; absent: always the newest. */
  readonly fixedVersion?: number
}

const loaders = new Map<string, PackageLoader>()

/**
 * Returns the same loader for the same package; the engine uses its identity to detect models that are already shown.
 */
function getLoader(urn: string): PackageLoader {
  const cached = loaders.get(urn)
  if (cached) return cached
  const loader = withKnownManifest(urn, packageSource(urn))
  loaders.set(urn, loader)
  return loader
}

/**
 * Reuses the manifest of a model that was removed and is added again, without a server request. The browser caches its
 * files; the manifest of a complete package is cached here for as long as the server would have announced a new one.
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

/** Returns the reference that a model of the view was created from; null for anything else. */
export function readReference(value: unknown): ModelReference | null {
  const { fileId, fixedVersion, urn } = (value ?? {}) as Partial<ModelReference>
  if (typeof urn !== 'string' || (fileId !== null && typeof fileId !== 'string')) return null
  return { fileId, urn, ...(typeof fixedVersion === 'number' ? { fixedVersion } : {}) }
}

/** Creates a model source for the engine. Its key is the same for all versions of the file. */
export const createModelSource = (label: string, reference: ModelReference): ModelSource => ({
  key: reference.fileId ?? reference.urn,
  label,
  loader: getLoader(reference.urn),
  reference,
})

export const createFileSource = ({ description, id, urn }: FileRecord): ModelSource =>
  createModelSource(description, { fileId: id, urn })

/** Creates sources for those models of a set that the user may see, each with its placement in the set. */
export function createSetSources({ members }: ModelSet): ModelSource[] {
  return members.flatMap(({ file, fileId, isFixed, placement, method, off, ghosted }) => {
    if (!file) return []
    const reference = { fileId, urn: file.urn, ...(isFixed ? { fixedVersion: file.version } : {}) }
    return [{ ...createModelSource(file.description, reference), placement, method, off, ghosted }]
  })
}

/** Converts a member to the source that reopens it unchanged, or with another version of its file. */
export function toUnchangedSource(
  { key, label, reference: stored, placement, method, off, ghosted }: ModelMember,
  version?: Omit<ModelReference, 'fileId'>,
): ModelSource {
  const reference = readReference(stored) ?? { fileId: null, urn: key }
  const next = version ? { fileId: reference.fileId, ...version } : reference
  return { ...createModelSource(label, next), key, placement, method, off, ghosted }
}
