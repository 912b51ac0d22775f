import { compareModels, type ModelComparison, type ModelVersion, type PropertySource } from '@kamar/comparison'
import { decodeFingerprints, decoderReady, decodeTree, readManifest, type Manifest } from '@kamar/package-format/read'
import { type PackageLoader, Properties } from '@kamar/viewer'
import { packageSource } from '../../session/packages/package-source.js'

/** Data of one version: its small files are read at once, its properties on request. */
export interface VersionPackage extends ModelVersion {
  readonly urn: string
  readonly loader: PackageLoader
  readonly manifest: Manifest
  readonly properties: PropertySource
}

/** Two versions of a model and the changes between them. */
export interface PackageComparison {
  readonly older: VersionPackage
  readonly newer: VersionPackage
  readonly comparison: ModelComparison
}

export interface ComparedUrns {
  readonly older: string
  readonly newer: string
}

/** Reads the trees and fingerprints of both versions, about a hundred kilobytes each, and compares them. */
export async function comparePackages({ newer, older }: ComparedUrns, signal: AbortSignal): Promise<PackageComparison> {
  const [before, after] = await Promise.all([readVersion(older, signal), readVersion(newer, signal)])
  return { older: before, newer: after, comparison: compareModels(before, after) }
}

async function readVersion(urn: string, signal: AbortSignal): Promise<VersionPackage> {
  const loader = packageSource(urn)
  const manifest = readManifest(await loader.fetchManifest(signal))
  const [tree, fingerprints] = await Promise.all([
    readFile(loader, 'tree.bin', signal),
    readFile(loader, 'fingerprints.bin', signal),
    decoderReady,
  ])
  return {
    urn,
    loader,
    manifest,
    tree: decodeTree(tree),
    fingerprints: decodeFingerprints(fingerprints),
    properties: new Properties(loader, signal),
  }
}

async function readFile(loader: PackageLoader, path: string, signal: AbortSignal): Promise<Uint8Array> {
  const bytes = await loader.fetchFile(path, signal)
  return bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes)
}
