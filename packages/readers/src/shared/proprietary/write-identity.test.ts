import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { ReadReport, Skipped } from '@kamar/scene'
import { writeIdentity, undrawnReport, type Identity } from './write-identity.js'
import { gable } from './testing/preview.js'

const identity: Identity = {
  program: 'Revit',
  version: '2025',
  properties: [{ name: 'Build', value: '1' }],
  preview: gable(),
  formatId: 'rvt',
}

describe('an identity', () => {
  it('is one element with its properties, a picture, and advice', async () => {
    const { context, scene, progress } = createRecordedContext()
    const report = await writeIdentity(context, identity)
    expect(scene.nodes).toEqual([{ parent: null, name: 'Revit 2025', class: 'document', sourceId: '' }])
    expect(scene.propertySets.map(({ properties }) => properties.map(({ name }) => name))).toEqual([
      ['Program', 'Version', 'Build'],
    ])
    expect(scene.preview?.length).toBeGreaterThan(0)
    expect(progress.at(-1)).toEqual({ fraction: 1, stage: 'reading' })
    expect(report).toEqual({
      status: 'preview',
      counts: {},
      skipped: [],
      findings: [
        { code: 'preview-only', severity: 'information', details: { program: 'Revit 2025' } },
        { code: 'advice-rvt', severity: 'information' },
      ],
      missingCompanions: [],
    })
  })

  it('without a version is the program alone', async () => {
    const { context, scene } = createRecordedContext()
    const { findings } = await writeIdentity(context, { ...identity, version: '' })
    expect(scene.nodes[0]?.name).toBe('Revit')
    expect(findings[0]?.details).toEqual({ program: 'Revit' })
    expect(scene.propertySets[0]?.properties.map(({ name }) => name)).toEqual(['Program', 'Build'])
  })

  it.each([
    ['no picture', null],
    ['a picture of one colour', { width: 2, height: 2, data: new Uint8Array(16).fill(255) }],
  ])('with %s says that there is none', async (_, preview) => {
    const { context, scene } = createRecordedContext()
    const { findings } = await writeIdentity(context, { ...identity, preview })
    expect(scene.preview).toBeNull()
    expect(findings[0]?.code).toBe('identity-only')
  })

  it('holds the limit of elements, and stops when it is told to', async () => {
    const { context } = createRecordedContext({ limits: { nodes: 0 } })
    await expect(writeIdentity(context, identity)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
    const cancelled = createRecordedContext({ signal: AbortSignal.abort() })
    await expect(writeIdentity(cancelled.context, identity)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(cancelled.scene.nodes).toEqual([])
  })
})

describe('elements of which nothing is drawn', () => {
  const about = (total: number): ReadReport['findings'][number] => ({
    code: 'opened-without-program',
    severity: 'warning',
    details: { program: 'Revit', shown: 0, total },
  })
  const read = (skipped: readonly Skipped[], total: number): ReadReport => ({
    status: 'partial',
    counts: { levels: 3 },
    skipped,
    findings: [
      about(total),
      { code: 'check-dimensions', severity: 'warning', details: { program: 'Revit' } },
      { code: 'saved-views', severity: 'information', details: { count: 1 } },
    ],
    missingCompanions: ['Tuff.png'],
  })

  it('end with what was counted, the stored picture, and advice where another program may do more', () => {
    const { context, scene } = createRecordedContext()
    const skipped = [{ kind: 'element', reason: 'damaged', count: 7 }]
    expect(undrawnReport(context, identity, read(skipped, 7))).toEqual({
      ...read(skipped, 7),
      findings: [
        { code: 'nothing-drawn', severity: 'warning', details: { program: 'Revit 2025' } },
        about(7),
        { code: 'saved-views', severity: 'information', details: { count: 1 } },
        { code: 'advice-rvt', severity: 'information' },
      ],
      nothingDrawn: true,
    })
    expect(scene.preview?.length).toBeGreaterThan(0)
  })

  it('that are of no kind that is drawn leave nothing to be advised', () => {
    const { context, scene } = createRecordedContext()
    const skipped = [{ kind: 'text', reason: 'not-drawn', count: 1 }]
    const { findings } = undrawnReport(context, { ...identity, preview: null }, read(skipped, 0))
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['nothing-drawn', 'information'],
      ['saved-views', 'information'],
    ])
    expect(scene.preview).toBeNull()
  })

  it('and of which nothing was skipped are not called whole: it is a preview', () => {
    const { findings, nothingDrawn, status } = undrawnReport(createRecordedContext().context, identity, read([], 0))
    expect([status, nothingDrawn]).toEqual(['preview', undefined])
    expect(findings.map(({ code }) => code)).toEqual(['preview-only', 'saved-views', 'advice-rvt'])
  })
})
