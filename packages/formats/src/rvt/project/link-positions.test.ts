import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runReader, samplesFolder } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { classes } from '../fixtures/classes.js'
import { header, house, is } from '../fixtures/house.js'
import { writeProject, type WrittenElement } from '../fixtures/project-writer.js'
import type { WrittenRecord } from '../fixtures/record-writer.js'
import { reader } from '../reader.js'

const linkClasses = {
  ...classes,
  RvtLinkSymbol: { parent: 'Symbol', fields: { m_externalTrans: 'vector' } },
  RvtLinkInstance: { parent: 'Element', fields: { m_pInstanceInfo: 'owned' } },
} as const

const quarterTurn = [
  [0, -1, 0],
  [1, 0, 0],
  [0, 0, 1],
]
const tilted = [
  [1, 0, 0],
  [0, 0, -1],
  [0, 1, 0],
]
const mirrored = [
  [-1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
]

const link = (m_externalTrans: readonly number[] = [0, 0, 0]): WrittenElement => ({
  id: 300,
  header: header(-1),
  element: is('RvtLinkSymbol', { m_symbolInfo: is('SymbolInfo', { m_name: 'C:\\Work\\RE1.rvt' }), m_externalTrans }),
})
const instance = (
  id: number,
  m_3x3: readonly (readonly number[])[] = quarterTurn,
  element?: WrittenRecord,
): WrittenElement => ({
  id,
  header: header(-2001352),
  element:
    element ??
    is('RvtLinkInstance', {
      m_pInstanceInfo: is('InstanceInfo', { m_Trf: is('Trf', { m_3x3, m_or: [10, 20, 5] }), m_symbolId: 300 }),
    }),
})

async function readPositions(bytes: Uint8Array) {
  const { report } = await runReader(reader, bytes)
  return report?.findings.filter(({ code }) => code === 'linked-model-position').map(({ details }) => details)
}
const read = (...elements: readonly WrittenElement[]) =>
  readPositions(writeProject({ ...house, classes: linkClasses, elements: [...house.elements, ...elements] }))

describe('Revit linked model position', () => {
  it('is reported in metres and degrees with the file name', async () => {
    const [position, ...others] = (await read(link(), instance(301))) ?? []
    expect(others).toEqual([])
    expect(position?.['name']).toBe('RE1.rvt')
    expect(position?.['rotationDegrees']).toBeCloseTo(90)
    for (const [name, metres] of Object.entries({ x: 3.048, y: 6.096, z: 1.524 }))
      expect(position?.[name]).toBeCloseTo(metres)
  })

  it.each([
    ['has two instances', [link(), instance(301), instance(302)]],
    ['has no instance', [link()]],
    ['is tilted', [link(), instance(301, tilted)]],
    ['is mirrored', [link(), instance(301, mirrored)]],
    ['has shifted coordinates', [link([1, 0, 0]), instance(301)]],
    ['has an instance without a transform', [link(), instance(301, [], is('RvtLinkInstance'))]],
  ])('is not reported when the link %s', async (_, elements) => {
    expect(await read(...elements)).toEqual([])
  })

  it.skipIf(!samplesFolder())('is the project origin in a sample', async () => {
    const bytes = Uint8Array.from(readFileSync(join(samplesFolder() ?? '', 'rvt/RE1-Mechanical.rvt')))
    expect(await readPositions(bytes)).toEqual([{ name: 'RE1.rvt', x: 0, y: 0, z: 0, rotationDegrees: 0 }])
  })
})
