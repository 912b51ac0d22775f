import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { filesBelow, root, readText } from './source-files.js'

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly link?: boolean
  readonly hasInstallScript?: boolean
  readonly optionalDependencies?: Record<string, string>
}
interface Manifest {
  readonly name: string
  readonly dependencies?: Record<string, string>
}

const lock = JSON.parse(readText('package-lock.json')) as { packages: Record<string, LockedPackage> }
const installed = Object.entries(lock.packages).filter(([path]) => path.includes('node_modules/'))
const permitted = new Set([
  'MIT',
  'MIT-0',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'MPL-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'CC-BY-4.0',
  'Unlicense',
  'Python-2.0',
  'OFL-1.1',
  'Bitstream-Vera',
  'LGPL-3.0',
  'LGPL-2.1',
  'LGPL-2.1-only',
  'Zlib',
  'WTFPL',
])

/** Licences stated outside the package's manifest, and their location. */
const implicitDependencies = JSON.parse(readText('scripts/lib/stated-licences.json')) as Record<
  string,
  { licence: string }
>

/** Every alternative of an `OR` may be chosen; every part of an `AND` must be permitted. */
const isPermitted = (licence: string): boolean =>
  licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((part) => permitted.has(part.trim())))

function findLicence(path: string, locked: LockedPackage): string | null {
  const declaredLicence = implicitDependencies[path]?.licence ?? locked.license
  if (declaredLicence !== undefined) return declaredLicence
  const manifest = join(root, path, 'package.json')
  if (!existsSync(manifest)) return null
  const { license } = JSON.parse(readFileSync(manifest, 'utf8')) as { license?: string | { type?: string } }
  return (typeof license === 'string' ? license : license?.type) ?? null
}

describe('dependencies', () => {
  it('K07 have permissive or weak-copyleft licences', () => {
    expect(installed.length).toBeGreaterThan(200)
    const wrong = installed
      .filter(([path, locked]) => !locked.link && existsSync(join(root, path, 'package.json')))
      .map(([path, locked]) => ({ path, licence: findLicence(path, locked) }))
      .filter(({ licence }) => licence === null || !isPermitted(licence))
    expect(wrong).toEqual([])
  })

  it('K07 have permissive or weak-copyleft licences in the documentation site', () => {
    const site = JSON.parse(readText('docs/site/package-lock.json')) as { packages: Record<string, LockedPackage> }
    const packages = Object.entries(site.packages).filter(([path]) => path !== '')
    expect(packages.length).toBeGreaterThan(100)
    // An entry without a hash is a build for a platform whose package was unavailable when the lock was written.
    const lockedPackages = packages.filter(([, { integrity }]) => integrity !== undefined)
    expect(lockedPackages.filter(([, { license }]) => !license || !isPermitted(license)).map(([path]) => path)).toEqual(
      [],
    )
  })

  it('K07 run no install scripts', () => {
    // fsevents and the like are for other platforms and are never installed with scripts (`npm ci --ignore-scripts`).
    const scripted = installed
      .filter(([path, locked]) => locked.hasInstallScript && existsSync(join(root, path)))
      .map(([path]) => path)
    expect(scripted).toEqual([])
  })

  it('K07 are locked for every platform, not only for the one the lock was written on', () => {
    const missing = installed.flatMap(([path, locked]) =>
      Object.keys(locked.optionalDependencies ?? {})
        .filter((name) => !lock.packages[`node_modules/${name}`] && !lock.packages[`${path}/node_modules/${name}`])
        .map((name) => `${path} → ${name}`),
    )
    expect(missing).toEqual([])
  })

  it('each have a line in docs/dependencies.md', () => {
    const page = readText('docs/dependencies.md')
    const manifests = ['packages', 'apps', 'docs/site'].flatMap((folder) => filesBelow(folder, ['package.json']))
    const names = new Set(
      manifests.flatMap((path) => Object.keys((JSON.parse(readText(path)) as Manifest).dependencies ?? {})),
    )
    expect([...names].filter((name) => !name.startsWith('@kamar/') && !page.includes(`\`${name}\``))).toEqual([])
  })
})
