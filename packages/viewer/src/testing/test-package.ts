import {
  readerLimits,
  type Finding,
  type MaterialTexture,
  type MeshInput,
  type Placement,
  type SceneBuilder,
} from '@kamar/core'
import { createPackageWriter, type PackageWriterOptions } from '@kamar/packager'
import { type Manifest, encoderReady } from '@kamar/package-format'
import { meshStageReady } from '@kamar/mesh'
import { brotliDecompressSync } from 'node:zlib'

/** Package as on a server: every file ever written, also those of packs, decoded, packs as stored, and all manifests. */
export interface TestPackage {
  readonly files: ReadonlyMap<string, Uint8Array>
  readonly manifests: readonly Manifest[]
  /** The last manifest. */
  readonly manifest: Manifest
}

/** Writes a package with the product's own writer. */
export async function writeTestPackage(
  build: (scene: SceneBuilder) => void | Promise<void>,
  findings: readonly Finding[] = [],
  options: Pick<PackageWriterOptions, 'cellLimits'> = {},
): Promise<TestPackage> {
  await Promise.all([meshStageReady, encoderReady])
  const files = new Map<string, Uint8Array>()
  const manifests: Manifest[] = []
  const writer = createPackageWriter({
    sink: {
      write: async (path, bytes) => {
        if (path === 'manifest.json') manifests.push(JSON.parse(new TextDecoder().decode(bytes)) as Manifest)
        else files.set(path, /\.(png|webp|pack)$/.test(path) ? bytes : brotliDecompressSync(bytes))
      },
      remove: async () => undefined,
    },
    limits: readerLimits,
    signal: new AbortController().signal,
    source: { bytes: 0, formatId: 'test', reader: 'test' },
    ...options,
  })
  await build(writer)
  const report = { status: 'complete', counts: {}, skipped: [], findings, missingCompanions: [] } as const
  const manifest = await writer.finish(report)
  for (const { path, size, location } of manifest.files) {
    if (location === undefined) continue
    const stream = files.get(location.pack)?.subarray(location.offset, location.offset + location.size) ?? ''
    files.set(path, brotliDecompressSync(stream).subarray(location.start, location.start + size))
  }
  return { files, manifests, manifest }
}

/** Element of a test scene. */
export interface TestElement {
  readonly name: string
  readonly mesh: MeshInput | number
  readonly at: Placement
  /** Red, green, blue, opacity, 0 to 1. */
  readonly color?: readonly [number, number, number, number]
  readonly texture?: MaterialTexture
  readonly class?: string
  readonly parent?: number | null
  readonly hidden?: boolean
}

/** Adds an element with one instance; returns the numbers of its node and of its mesh. */
export function addElement(scene: SceneBuilder, element: TestElement): { node: number; mesh: number } {
  const node = scene.addNode({
    parent: element.parent ?? null,
    name: element.name,
    class: element.class ?? 'Thing',
    sourceId: `id-${element.name}`,
    ...(element.hidden === undefined ? {} : { hidden: element.hidden }),
  })
  const mesh = typeof element.mesh === 'number' ? element.mesh : scene.addMesh(element.mesh)
  if (mesh === null) throw new RangeError('nothing was left of the mesh')
  const [red, green, blue, opacity] = element.color ?? [0.8, 0.8, 0.8, 1]
  const material = scene.addMaterial({
    name: element.name,
    color: [red, green, blue],
    opacity,
    ...(element.texture && { texture: element.texture }),
  })
  scene.addInstance({ node, mesh, placement: element.at, material })
  return { node, mesh }
}
