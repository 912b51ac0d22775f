import { describe, expect, it } from 'vitest'
import { readMessages } from '../../scripts/lib/messages.mjs'
import { filesBelow, isTest, root, readText } from './source-files.js'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folders = ['packages/formats/src', 'packages/packager/src', 'packages/translation/src']
const texts = readMessages('apps/web/src/platform/files/messages', 'en')

/** Collects codes of findings in the sources: in an object with a severity, or as the argument of a helper. */
function findingCodes(): Set<string> {
  const sources = folders.flatMap((folder) => filesBelow(folder, ['.ts'])).filter((path) => !isTest(path))
  const patterns = [
    /code: '([a-z0-9-]+)',\s*severity/g,
    /\b(?:warning|information|countedFinding|namedFinding)\(\s*'([a-z0-9]+-[a-z0-9-]+)'/g,
    /uncutFindings\(source, '([a-z-]+)'/g,
  ]
  return new Set(
    sources
      .map(readText)
      .flatMap((text) => patterns.flatMap((pattern) => [...text.matchAll(pattern)]))
      .map(([, code]) => code ?? ''),
  )
}

describe('reader findings', () => {
  it('have an English message for every code', () => {
    expect(existsSync(join(root, 'packages/formats/src'))).toBe(true)
    const codes = findingCodes()
    expect(codes.size).toBeGreaterThan(50)
    expect([...codes].filter((code) => !texts.has(`report.finding.${code}`))).toEqual([])
    expect(texts.get('report.finding.detected-format')).toContain('{{detected}}')
  })
})
