import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import type { ReadReport, Skipped } from '@kamar/core'
import { writeIdentity, undrawnReport, type Identity } from './write-identity.js'
import { gable } from '@kamar/codecs/image/testing'

const identity: Identity = {
  program: 'Revit',
  version: '2025',
  properties: [{ name: 'Build', value: '1' }],
  preview: gable(),
  formatId: 'rvt',
}

describe('identity of a proprietary file', () => {
  it('is one element with its properties, a preview and advice', async () => {
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

  it('is named after the program alone without a version', async () => {
    const { context, scene } = createRecordedContext()
    const { findings } = await writeIdentity(context, { ...identity, version: '' })
    expect(scene.nodes[0]?.name).toBe('Revit')
    expect(findings[0]?.details).toEqual({ program: 'Revit' })
    expect(scene.propertySets[0]?.properties.map(({ name }) => name)).toEqual(['Program', 'Build'])
  })

  it.each([
    ['no thumbnail', null],
    ['a thumbnail of a single colour', { width: 2, height: 2, data: new Uint8Array(16).fill(255) }],
  ])('is reported as identity only with %s', async (_, preview) => {
    const { context, scene } = createRecordedContext()
    const { findings } = await writeIdentity(context, { ...identity, preview })
    expect(scene.preview).toBeNull()
    expect(findings[0]?.code).toBe('identity-only')
  })

  it('respects the node limit and stops when it is cancelled', async () => {
    const { context } = createRecordedContext({ limits: { nodes: 0 } })
    await expect(writeIdentity(context, identity)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
    const cancelled = createRecordedContext({ signal: AbortSignal.abort() })
    await expect(writeIdentity(cancelled.context, identity)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(cancelled.scene.nodes).toEqual([])
  })
})

describe('report without drawable elements', () => {
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

  it('ends with the counts, the stored preview and advice', () => {
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

  it('has no advice when the elements are of a kind that is not drawn', () => {
    const { context, scene } = createRecordedContext()
    const skipped = [{ kind: 'text', reason: 'not-drawn', count: 1 }]
    const { findings } = undrawnReport(context, { ...identity, preview: null }, read(skipped, 0))
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([
      ['nothing-drawn', 'information'],
      ['saved-views', 'information'],
    ])
    expect(scene.preview).toBeNull()
  })

  it('is a preview when nothing was skipped', () => {
    const { findings, nothingDrawn, status } = undrawnReport(createRecordedContext().context, identity, read([], 0))
    expect([status, nothingDrawn]).toEqual(['preview', undefined])
    expect(findings.map(({ code }) => code)).toEqual(['preview-only', 'saved-views', 'advice-rvt'])
  })
})
