import { summarizeReport } from '@kamar/core'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { campaignSize, runReader, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { formatDescriptors, loadReader } from './index.js'

const samples = samplesFolder()
/** By default the small files of every format, in nightly runs all but the largest. */
const maxBytes = campaignSize(300_000, 80_000_000)
const maxFilesPerFormat = campaignSize(4, 1000)

const listSampleFiles = (extensions: readonly string[]): string[] =>
  (samples ? readdirSync(samples, { recursive: true, encoding: 'utf8' }) : [])
    .filter((name) => extensions.includes(extname(name).toLowerCase()))
    .map((name) => join(samples ?? '', name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= maxBytes)
    .toSorted()
    .slice(0, maxFilesPerFormat)

describe.skipIf(samples === null)('report level', () => {
  it.each(formatDescriptors.map(({ id, extensions }) => [id, extensions] as const))(
    'agrees with the element counts of the %s samples',
    async (id, extensions) => {
      const reader = await loadReader(id)
      for (const path of listSampleFiles(extensions)) {
        const { report } = await runReader(reader, new Uint8Array(readFileSync(path)), { name: path })
        if (!report) continue
        const { level, missing, total } = summarizeReport(report)
        expect(level === 'incomplete', path).toBe(report.status === 'partial')
        const { shown: displayedCount = 0, total: counted = 0 } = report.elements ?? {}
        expect(displayedCount, path).toBeLessThanOrEqual(counted)
        const isCounted = total !== null && level !== 'preview'
        expect(isCounted ? missing : counted - displayedCount, path).toBe(counted - displayedCount)
        const isComplete = level === 'complete' || level === 'notes'
        expect(isComplete ? displayedCount : counted, path).toBe(counted)
      }
    },
  )
})
