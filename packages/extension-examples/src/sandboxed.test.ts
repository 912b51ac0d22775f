import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const folder = new URL('../sandboxed/paint-by-class/', import.meta.url)

it('sandboxed example matches the integrity hash of its manifest', () => {
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
    entry: string
    integrity: string
  }
  const code = readFileSync(new URL(manifest.entry, folder))
  expect(manifest.integrity).toBe(`sha384-${createHash('sha384').update(code).digest('base64')}`)
})
