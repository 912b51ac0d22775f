import { describe, expect, it } from 'vitest'
import {
  compareVersions,
  getLastVersion,
  getNextVersion,
  getReleaseNotes,
  hasUnreleasedChanges,
  parseChangelog,
  releaseChanges,
} from '../../scripts/lib/changelog.mjs'
import { filesBelow, readText } from './source-files.js'

interface Manifest {
  readonly version: string
  readonly packages?: Readonly<Record<string, { readonly version?: string }>>
}

const text = readText('CHANGELOG.md')
const readManifest = (path: string): Manifest => JSON.parse(readText(path)) as Manifest
const { version } = readManifest('package.json')
const headings = [...text.matchAll(/^## \[(\d[^\]]*)\] - (\d{4}-\d{2}-\d{2})$/gm)].map(
  ([, number = '', date = '']) => ({ number, date }),
)

describe('changelog', () => {
  it('follows the format of Keep a Changelog, with link references', () => {
    expect(parseChangelog(text).toString()).toBe(text)
  })

  it('has only the six section types, each once per version and never empty', () => {
    const kinds = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security']
    for (const release of text.split(/^## /m).slice(1)) {
      const sections = [...release.matchAll(/^### (.*)\n\n?(- )?/gm)].map(([, kind, change]) => [kind, change])
      expect(sections).toEqual(kinds.filter((kind) => release.includes(`### ${kind}\n`)).map((kind) => [kind, '- ']))
    }
  })

  it('lists versions in descending order, on dates that do not ascend', () => {
    expect(headings.length).toBeGreaterThan(0)
    expect(headings).toEqual(headings.toSorted((a, b) => compareVersions(b.number, a.number)))
    expect(headings).toEqual(headings.toSorted((a, b) => (a.date < b.date ? 1 : a.date > b.date ? -1 : 0)))
  })

  it('begins with the current product version', () => {
    expect(headings[0]?.number).toBe(version)
  })
})

describe('product version', () => {
  it('is the same in all package manifests, the lock file and the Kubernetes manifests', () => {
    const manifests = ['packages', 'apps'].flatMap((folder) => filesBelow(folder, ['package.json']))
    expect(manifests.filter((path) => readManifest(path).version !== version)).toEqual([])
    const { packages = {}, version: locked } = readManifest('package-lock.json')
    const own = Object.entries(packages).filter(([path]) => !path.includes('node_modules/'))
    expect(own.length).toBe(manifests.length + 1)
    expect(own.filter(([, { version: lockedVersion }]) => lockedVersion !== version)).toEqual([])
    expect(locked).toBe(version)
    expect(readText('deploy/kubernetes/base/kustomization.yaml')).toContain(`newTag: '${version}'`)
  })
})

describe('changelog release', () => {
  const before = `# Changelog

All notable changes.

## [Unreleased]

### Fixed

- A second
  line

## [0.9.1] - 2026-01-02

### Added

- First

[Unreleased]: ../../compare/v0.9.1...HEAD
[0.9.1]: ../../releases/tag/v0.9.1
`

  it('moves the unreleased changes under the new version and date', () => {
    const after = releaseChanges(parseChangelog(before), { version: '0.10.0', date: new Date('2026-02-03T23:59:59Z') })
    expect(after).toContain('## [Unreleased]\n\n## [0.10.0] - 2026-02-03\n')
    expect(after).toContain('[Unreleased]: ../../compare/v0.10.0...HEAD\n[0.10.0]: ../../compare/v0.9.1...v0.10.0\n')
    expect(parseChangelog(after).toString()).toBe(after)
    expect(getReleaseNotes(parseChangelog(after), '0.10.0')).toBe('### Fixed\n\n- A second\n  line\n')
  })

  it('leaves no unreleased changes behind', () => {
    expect(hasUnreleasedChanges(parseChangelog(before))).toBe(true)
    const after = releaseChanges(parseChangelog(before), { version: '0.10.0', date: new Date('2026-02-03') })
    expect(hasUnreleasedChanges(parseChangelog(after))).toBe(false)
    expect(getLastVersion(parseChangelog(after))).toBe('0.10.0')
  })

  it('has no notes for an unreleased version', () => {
    expect(() => getReleaseNotes(parseChangelog(before), '0.10.0')).toThrow(/Expected an entry .* 0\.10\.0/)
  })

  it.each([
    ['patch', '0.9.2'],
    ['minor', '0.10.0'],
    ['major', '1.0.0'],
    ['0.9.10', '0.9.10'],
  ])('raises 0.9.1 with %s to %s', (change, expected) => {
    expect(getNextVersion('0.9.1', change)).toBe(expected)
  })

  it.each(['0.9.1', '0.9.0', 'v1.0.0', '1.0', '1.0.0-rc.1', 'mayor'])(
    'rejects %s as the successor of 0.9.1',
    (change) => {
      expect(() => getNextVersion('0.9.1', change)).toThrow(/^Expected/)
    },
  )
})
