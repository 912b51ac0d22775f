import { createRecordedContext } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import { SceneWriter } from '../kit/scene-writer.js'
import { lengthUnits } from '@kamar/core'
import { PushedTree } from './push-tree.js'
import type { Model } from './read-model.js'
import { makeReport } from './report.js'
import type { Attribute, Element } from './tree/elements.js'

const kind = (name: string, internal = name) => ({ name, internal })
const element = (name: string, attributes: Element['attributes'] = [], children: Element[] = []): Element => ({
  name,
  kind: null,
  isGeometry: children.length === 0,
  attributes,
  children,
})
const handle = (name: string, internal: string, value: bigint): Attribute => ({
  type: 'handle',
  kind: kind(name, internal),
  value,
})
const text = (name: string, value: string): Attribute => ({
  type: 'properties',
  name: 'Element',
  properties: [{ kind: kind(name), value, measure: null }],
})

function pushed(roots: readonly Element[], over: Partial<Model> = {}) {
  const { context, scene } = createRecordedContext()
  const model: Model = {
    parts: new Map(),
    partition: null,
    tree: { roots, separateCount: 0, isComplete: true },
    separateAttributes: [],
    ...over,
  }
  const writer = new SceneWriter(context)
  const tree = new PushedTree({ context, writer, model, unit: lengthUnits.foot, fallbackName: 'house', rootSets: [] })
  return { model, scene, tree }
}

describe('Navisworks element source id', () => {
  it.each([
    ['drawing handles are hexadecimal', handle('Entity Handle', 'LcOpDwgEntityAttrib', 0x2an), '2A'],
    ['unlabelled handles are hexadecimal too', handle('Entity Handle', 'Entity Handle', 255n), 'FF'],
    ['Revit ids are decimal', handle('Element ID', 'LcRevitId', 1593982n), '1593982'],
    ['IFC GUIDs replace other ids', text('IfcGUID', '0BTBFw6f90Nfh9rP1dlXr2'), '0BTBFw6f90Nfh9rP1dlXr2'],
    ['ids are found under any attribute name', text('GLOBALID', '3'), '3'],
    ['other strings are not ids', text('Mark', 'C-1'), ''],
    ['empty strings are not ids', text('IfcGUID', ''), ''],
  ])('is derived from the attributes: %s', (_, attribute, id) => {
    expect(pushed([element('a', [attribute])]).scene.nodes[1]?.sourceId).toBe(id)
  })

  it('is read from shared attributes, and empty when those are unreadable', () => {
    const attribute = handle('Element ID', 'LcRevitId', 7n)
    expect(pushed([element('a', [0])], { separateAttributes: [attribute] }).scene.nodes[1]?.sourceId).toBe('7')
    expect(pushed([element('a', [0])], { separateAttributes: null }).scene.nodes[1]?.sourceId).toBe('')
  })
})

describe('Navisworks element tree', () => {
  it('is indexed by path, with shared elements counted at each use', () => {
    const shared = element('shared')
    const { scene, tree } = pushed([element('a', [], [shared]), element('b', [], [shared])])
    expect([1, 2, 3, 4].map((path) => scene.nodes[tree.elementAt(path).node]?.name)).toEqual([
      'a',
      'shared',
      'b',
      'shared',
    ])
  })

  it('creates one placeholder node for each unknown path', () => {
    const { scene, tree } = pushed([element('a')])
    expect(tree.elementAt(9)).toBe(tree.elementAt(9))
    expect(scene.nodes[tree.elementAt(9).node]).toMatchObject({ parent: 0, name: '9', class: 'geometry' })
    expect(scene.nodes).toHaveLength(3)
  })

  it('is named after the file when the model has no name', () => {
    expect(pushed([]).scene.nodes[0]?.name).toBe('house')
    const partition = { element: element('D:\\Anahit\\kiosk.dwg', [], []), unit: null }
    expect(pushed([], { partition }).scene.nodes[0]?.name).toBe('kiosk.dwg')
  })
})

it('NWD report lists the elements with missing shapes and sums up models', () => {
  const one = pushed([element('a', [handle('Element ID', 'LcRevitId', 7n)])])
  const faults = new Map([['damaged', { count: 2, paths: new Set([1]) }]] as const)
  const shapes = { shapes: 1, fragments: 1, elements: 2, visibleCount: 1, faults, empty: 1 }
  const models = [one, one].map(({ model, tree }) => ({ model, tree, pushed: shapes }))
  const report = makeReport({
    models,
    triangles: 4,
    instances: 2,
    origin: [1000, 0, 0],
    isUnitStated: true,
    views: { convertedCount: 3, omitted: 1, cut: 1, animations: 2 },
    hasReviews: true,
  })
  expect(report).toMatchObject({ status: 'partial', counts: { models: 2, geometries: 2, triangles: 4 } })
  expect(report.skipped).toEqual([{ kind: 'fragment', reason: 'damaged', count: 4, elements: ['7'] }])
  expect(report.findings[0]?.details).toEqual({ program: 'Navisworks', shown: 2, total: 4 })
  expect(report.findings.slice(2).map(({ code }) => code)).toEqual([
    'empty-shapes',
    'saved-views',
    'saved-views-left-out',
    'saved-views-uncut',
    'movements-left-out',
    'reviews-left-out',
    'far-from-origin',
  ])
})
