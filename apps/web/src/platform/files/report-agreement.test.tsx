import type { ReadReport } from '@kamar/core'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import en from './messages/en.json' with { type: 'json' }
import { cleanUpPage } from '../../testing/clean-up.js'
import { desktop, layOut, renderPart } from '../../testing/render-app.js'
import { TranslationReport } from './report/translation-report.js'

const { finding, kind, reason } = en.report
const details = { program: 'Revit 2025', names: 'a, b', count: 3, x: 1, y: 2, z: 3 }

/** Renders a report and returns all texts about its completeness. */
async function render(report: Partial<ReadReport>): Promise<string> {
  const completeReport: ReadReport = {
    status: 'complete',
    counts: {},
    skipped: [],
    findings: [],
    missingCompanions: [],
    ...report,
  }
  const { container, unmount } = await renderPart(<TranslationReport report={completeReport} />)
  const text = container.textContent ?? ''
  unmount()
  return text
}

const createFinding = (shownCount: number, total: number) =>
  ({
    code: 'opened-without-program',
    severity: 'information',
    details: { program: 'Revit', shown: shownCount, total },
  }) as const

/** Returns whether a text says "All are shown" or "n of n" under a headline that reports omissions, or vice versa. */
function isContradiction(text: string): boolean {
  const claimsAll = text.includes('All elements are shown') || /\b(\d+) of \1 elements/.test(text)
  const claimsFewer = [...text.matchAll(/(\d+) of (\d+) elements are shown/g)].some(
    ([, shownCount, total]) => shownCount !== total,
  )
  return text.startsWith('Incomplete') ? claimsAll : claimsFewer
}

beforeEach(() => layOut(desktop))
afterEach(cleanUpPage)

describe('TranslationReport', () => {
  test('agrees with its headline for every finding when all elements are shown', async () => {
    for (const code of Object.keys(finding).filter((one) => !one.startsWith('opened-without-program')))
      for (const status of ['complete', 'partial'] as const) {
        const findings = [createFinding(83, 83), { code, severity: 'warning', details } as const]
        const text = await render({ status, findings })
        expect(isContradiction(text), `${code} ${status}: ${text}`).toBe(false)
      }
  })

  test('agrees with its headline for every skipped kind when all elements are shown', async () => {
    for (const one of Object.keys(kind))
      for (const skipReason of ['lines-not-read', 'damaged', 'part-missing'] satisfies (keyof typeof reason)[]) {
        const skipped = [{ kind: one, reason: skipReason, count: 3 }]
        const text = await render({ status: 'partial', skipped, findings: [createFinding(83, 83)] })
        expect(isContradiction(text), `${one} ${skipReason}: ${text}`).toBe(false)
      }
  })
})

test('TranslationReport states how many elements are missing', async () => {
  const text = await render({
    status: 'partial',
    findings: [createFinding(40, 83)],
    elements: { shown: 40, total: 83 },
  })
  expect(text).toMatch(/^Incomplete: 43 of 83 elements missing/)
  expect(text).toContain('40 of 83 elements are shown.')
  expect(isContradiction(text)).toBe(false)
})
