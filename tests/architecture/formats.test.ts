import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { uploadFormats } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { root } from './source-files.js'

interface MeasuredRow {
  readonly version: string
  readonly files: number
  readonly complete: number
  readonly partial: number
  readonly preview: number
  readonly refused: number
  readonly leftOut: readonly string[]
}

const folder = join(root, 'docs/formats')
const page = readFileSync(join(folder, 'README.md'), 'utf8')
const measured = JSON.parse(readFileSync(join(folder, 'measured.json'), 'utf8')) as {
  readonly files: number
  readonly formats: Readonly<Record<string, readonly MeasuredRow[]>>
}

/** Returns the link targets of a page. */
function listAnchors(path: string): ReadonlySet<string> {
  const headings = [...readFileSync(join(root, path), 'utf8').matchAll(/^#+ (.+)$/gm)]
  return new Set(
    headings.map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} -]/gu, '')
        .replaceAll(' ', '-'),
    ),
  )
}

describe('docs/formats', () => {
  it('matches the format descriptors and the measurement', () => {
    const { status, stderr } = spawnSync(process.execPath, [join(root, 'scripts/format-coverage.mjs'), '--check'])
    expect(stderr.toString()).toBe('')
    expect(status).toBe(0)
  })

  it('has a section for every readable format', () => {
    for (const { name } of uploadFormats) expect(page).toContain(`\n## ${name} (`)
  })

  it('counts every file once, and explains each incomplete result', () => {
    const rows = Object.values(measured.formats).flat()
    expect(rows.reduce((sum, { files }) => sum + files, 0)).toBe(measured.files)
    for (const { complete, files, partial, preview, refused } of rows)
      expect(complete + partial + preview + refused).toBe(files)
    const silent = rows.filter(
      ({ leftOut: omitted, partial, refused }) => partial + refused > 0 && omitted.length === 0,
    )
    expect(silent).toEqual([])
  })

  it('links to headings that exist', () => {
    const links = [...page.matchAll(/\]\(\.\.\/\.\.\/([^)#]+)(?:#([^)]*))?\)/g)]
    expect(links.length).toBeGreaterThan(2 * uploadFormats.length - 1)
    const lost = links.filter(([, path, anchor]) => anchor !== undefined && !listAnchors(path).has(anchor))
    expect(lost).toEqual([])
  })
})
