import type { FileVersion, FileVersions } from '@kamar/contracts'
import { encodeFingerprints, encodeTree } from '@kamar/package-format'
import { testManifest } from './test-viewer.js'
import { json, type StubServer } from './stub-server.js'
import { testTree } from './test-tree.js'

/** One element of a test version; omitted fields are the same in all. */
export interface VersionElement {
  readonly id: string
  readonly name: string
  readonly className?: string
  /** 0 has no geometry. */
  readonly shape?: number
  /** Minimum corner, millimetres. */
  readonly origin?: readonly [number, number, number]
  readonly properties?: number
  readonly volume?: number
}

/** Creates a file with these versions, newest first, the newest one current. */
export function fileVersions(numbers: readonly number[], over: Partial<FileVersion> = {}): FileVersions {
  return {
    id: 'file-house',
    description: 'House.ifc',
    mayChange: true,
    versions: numbers.map((number, index) => ({
      number,
      urn: `urn-v${number}`,
      created_at: `2026-11-${String(number + 9).padStart(2, '0')}T12:00:00.000Z`,
      size: 1024 * number,
      uploadedBy: 'Ani Hakobyan',
      note: '',
      status: 'success',
      progress: 100,
      failure: null,
      isCurrent: index === 0,
      sameAs: null,
      ...over,
    })),
  }
}

/** Stubs the small files of a version's package on a server. */
export function serveVersion(server: StubServer, urn: string, elements: readonly VersionElement[]): void {
  const base = `GET /api/derivatives/${urn}`
  const bytes = (content: Uint8Array): Response => new Response(new Uint8Array(content))
  server.on(`${base}/manifest.json`, () => json(testManifest()))
  server.on(`${base}/tree.bin`, () => bytes(encodeTree(testTree(elements))))
  server.on(`${base}/fingerprints.bin`, () => bytes(encodeFingerprints(createFingerprints(elements))))
}

/** Creates the content of `fingerprints.bin` for a test version. */
export function createFingerprints(elements: readonly VersionElement[]) {
  const sizeMillimetres = 1000
  return {
    count: elements.length,
    shape: Uint32Array.from(elements, ({ shape = 7 }) => shape),
    orientation: new Uint32Array(elements.length),
    properties: Uint32Array.from(elements, ({ properties = 5 }) => properties),
    box: Int32Array.from(
      elements.flatMap(({ origin = [0, 0, 0] }) => [...origin, ...origin.map((value) => value + sizeMillimetres)]),
    ),
    area: new Float32Array(elements.length),
    volume: Float32Array.from(elements, ({ volume = 1 }) => volume),
  }
}
