import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, root, readText } from './source-files.js'

interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly optional?: boolean
  readonly link?: boolean
}
interface Component {
  readonly type: string
  readonly name: string
  readonly version?: string
  readonly purl?: string
  readonly licenses?: readonly unknown[]
}

const lock = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> }
const locked = Object.entries(lock.packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)

const bill = JSON.parse(execFileSync('node', ['scripts/sbom.mjs'], { cwd: root, maxBuffer: 64 << 20 }).toString()) as {
  bomFormat: string
  specVersion: string
  components: readonly Component[]
}

describe('third-party packages', () => {
  it('K07 are locked by version and hash', () => {
    expect(locked.filter(([, { version }]) => version === undefined)).toEqual([])
    // Packages for other platforms were unavailable when the lock was written; they are not installed here.
    const unhashed = locked.filter(([, { integrity }]) => integrity === undefined)
    const installed = unhashed.filter(([path, { optional }]) => optional !== true || existsSync(join(root, path)))
    expect(installed.map(([path]) => path)).toEqual([])
  })

  it('K07 are listed in the SBOM with version, licence and address', () => {
    expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5'])
    const packages = bill.components.filter(({ type }) => type === 'library')
    const incomplete = packages.filter(({ licenses, purl, version }) => !version || !purl || !licenses?.length)
    expect(incomplete.map(({ name }) => name)).toEqual([])
    const manifests = ['packages', 'apps']
      .flatMap((folder) => filesBelow(folder, ['package.json']))
      .filter((path) => !/test-kit|node_modules/.test(path))
    const direct = manifests.flatMap((path) =>
      Object.keys((JSON.parse(readText(path)) as { dependencies?: Record<string, string> }).dependencies ?? {}),
    )
    const names = new Set(packages.map(({ name }) => name))
    expect(direct.filter((name) => !name.startsWith('@kamar/') && !names.has(name))).toEqual([])
    // Excludes packages that only build and test the product.
    expect(['typescript', 'oxlint', 'happy-dom', 'newman'].filter((name) => names.has(name))).toEqual([])
  })

  it('K08 contain only reviewed compiled code', () => {
    const list = JSON.parse(readText('scripts/lib/wasm-hashes.json')) as Record<string, string>
    expect(Object.keys(list).length).toBeGreaterThan(5)
    const computeHash = (path: string): string =>
      createHash('sha256')
        .update(readFileSync(join(root, path)))
        .digest('hex')
    const hashes = Object.fromEntries(
      Object.keys(list).map((path) => [path, existsSync(join(root, path)) && computeHash(path)]),
    )
    expect(hashes).toEqual(list)
    const files = bill.components.filter(({ type }) => type === 'file').map(({ name }) => name)
    expect(files, 'run node scripts/wasm-hashes.mjs after looking at what is new').toEqual(Object.keys(list))
  })
})
