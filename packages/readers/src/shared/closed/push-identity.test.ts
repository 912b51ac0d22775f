import { recordedRoom } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { pushIdentity, type Identity } from './push-identity.js'
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
    const { room, scene, progress } = recordedRoom()
    const report = await pushIdentity(room, identity)
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
    const { room, scene } = recordedRoom()
    const { findings } = await pushIdentity(room, { ...identity, version: '' })
    expect(scene.nodes[0]?.name).toBe('Revit')
    expect(findings[0]?.details).toEqual({ program: 'Revit' })
    expect(scene.propertySets[0]?.properties.map(({ name }) => name)).toEqual(['Program', 'Build'])
  })

  it.each([
    ['no picture', null],
    ['a picture of one colour', { width: 2, height: 2, data: new Uint8Array(16).fill(255) }],
  ])('with %s says that there is none', async (_, preview) => {
    const { room, scene } = recordedRoom()
    const { findings } = await pushIdentity(room, { ...identity, preview })
    expect(scene.preview).toBeNull()
    expect(findings[0]?.code).toBe('identity-only')
  })

  it('holds the limit of elements, and stops when it is told to', async () => {
    const { room } = recordedRoom({ limits: { nodes: 0 } })
    await expect(pushIdentity(room, identity)).rejects.toMatchObject({ failure: { code: 'limit-exceeded' } })
    const cancelled = recordedRoom({ signal: AbortSignal.abort() })
    await expect(pushIdentity(cancelled.room, identity)).rejects.toMatchObject({ failure: { code: 'cancelled' } })
    expect(cancelled.scene.nodes).toEqual([])
  })
})
