import { readFileSync } from 'node:fs'
import { campaignSize, describeReader, runReader, type ReaderRun } from '@kamar/test-kit'
import { describe, expect, it } from 'vitest'
import {
  floats,
  id,
  integer,
  integers,
  node,
  properties,
  property,
  text,
  writeBinary,
  writeText,
} from './fixtures/fbx-writer.js'
import type { WrittenNode } from './fixtures/fbx-writer.js'
import { largeSurface, workshop, workshopIds } from './fixtures/workshop.js'
import { reader } from './reader.js'

const fixture = (name: string): Uint8Array =>
  Uint8Array.from(readFileSync(new URL(`fixtures/${name}`, import.meta.url)))
const binary = (nodes: readonly WrittenNode[]): Uint8Array => writeBinary(nodes, { version: 7400, isDeflated: true })
const read = (bytes: Uint8Array): Promise<ReaderRun> => runReader(reader, bytes)

const golden = {
  status: 'complete',
  nodes: 5,
  meshes: 2,
  instances: 3,
  triangles: 16,
  placedTriangles: 28,
  materials: 2,
  unit: 'cm',
  missingCompanions: ['slate.png'],
  findings: ['lights-and-cameras'],
  // The second beam is rotated by 45° about its own axis and is half a metre higher.
  bounds: [
    [1, -0.0621, 0],
    [7, 5, 4.5],
  ],
} as const

describeReader(reader, {
  streams: false,
  truncationIsVisible: true,
  longFile: () => binary(largeSurface(campaignSize(24, 40))),
  fixtures: [
    { name: 'workshop-7500.fbx', bytes: fixture('workshop-7500.fbx'), golden },
    { name: 'workshop-7300.fbx', bytes: fixture('workshop-7300.fbx'), golden },
  ],
  samples: [
    {
      file: 'fbx/spider.fbx',
      golden: {
        status: 'complete',
        meshes: 19,
        placedTriangles: 1368,
        unit: 'cm',
        bounds: [
          [-92.6552, -86.6912, -42.2338],
          [57.9362, 106.6912, 37.504],
        ],
      },
    },
    {
      file: 'fbx/cubes_with_mirroring_and_pivot.fbx',
      golden: {
        status: 'complete',
        placedTriangles: 420,
        unit: 'm',
        bounds: [
          [-0.0607, -0.2673, -0.1451],
          [0.1487, 0.0604, 0.1598],
        ],
      },
    },
    { file: 'fbx/animation_with_skeleton.fbx', golden: { status: 'complete', triangles: 2112 } },
    {
      file: 'fbx/pyramob.fbx',
      golden: {
        status: 'complete',
        triangles: 31_460,
        bounds: [
          [-1.8042, 0.0462, -1.2789],
          [0.8141, 2.0726, 1.5003],
        ],
      },
    },
    { file: 'fbx/jeep1.fbx', golden: { status: 'complete', meshes: 7, placedTriangles: 2032 } },
    {
      file: 'fbx/duck.fbx',
      golden: {
        status: 'complete',
        triangles: 4212,
        bounds: [
          [-0.693, -0.5393, 0.0993],
          [0.9618, 0.6133, 1.6397],
        ],
      },
    },
    { file: 'fbx/samba-dancing.fbx', golden: { status: 'complete', triangles: 55_320 } },
    { file: 'fbx/Y_Bot.fbx', golden: { status: 'complete', triangles: 55_320 } },
  ],
})

describe('FBX reader', () => {
  it('keeps the committed workshops equal to what their generator writes', () => {
    expect(writeBinary(workshop(7500), { version: 7500, isDeflated: true })).toEqual(fixture('workshop-7500.fbx'))
    expect(writeText(workshop(7300), 7300)).toEqual(fixture('workshop-7300.fbx'))
  })

  it.each([
    ['binary with short offsets, plain arrays', writeBinary(workshop(7400), { version: 7400, isDeflated: false })],
    ['binary with long offsets', fixture('workshop-7500.fbx')],
    ['ASCII', fixture('workshop-7300.fbx')],
  ])('reads the same scene from %s', async (_, bytes) => {
    const { scene } = await read(bytes)
    expect(scene.nodes.map(({ name, class: kind, parent, hidden = false }) => [name, kind, parent, hidden])).toEqual([
      ['Hall', 'Null', null, false],
      ['Beam left', 'Mesh', 0, false],
      ['Beam right', 'Mesh', 0, false],
      ['Roof', 'Mesh', 0, true],
      ['Lamp', 'Light', null, false],
    ])
    expect(scene.materials).toEqual([
      { name: 'Steel', color: [0.25, 0.125, 0.5], opacity: 1 },
      { name: 'Slate', color: [0.8, 0.8, 0.8], opacity: 0.25 },
    ])
  })

  it('shares one mesh between the models of one geometry', async () => {
    const { scene } = await read(fixture('workshop-7500.fbx'))
    const [left, right] = scene.instances
    expect(left?.mesh).toBe(right?.mesh)
  })

  it('reads user properties added by the exporter', async () => {
    const { scene } = await read(fixture('workshop-7300.fbx'))
    const [set] = scene.assignments.get(0) ?? []
    expect(set === undefined ? null : scene.propertySets[set]).toEqual({
      name: 'User properties',
      properties: [{ name: 'Phase', value: 'New "A"' }],
    })
  })

  it('defaults to Y up and centimetres', async () => {
    const nodes = workshop(7400).filter(({ name }) => name !== 'GlobalSettings')
    const { scene } = await read(binary(nodes))
    expect(scene.unit).toEqual({ name: 'cm', metres: 0.01 })
    expect(scene.bounds?.max[2]).toBeCloseTo(5)
  })

  it('reads version 6.1, where models contain their meshes', async () => {
    const old = `; FBX 6.1.0 project file
FBXHeaderExtension:  {
  FBXVersion: 6100
}
Objects:  {
  Model: "Model::Slab", "Mesh" {
    Properties60:  {
      Property: "Lcl Translation", "Lcl Translation", "A+",100,0,0
    }
    Vertices: 0,0,0, 100,0,0,
      100,100,0, 0,100,0
    PolygonVertexIndex: 0,1,2,-4
    LayerElementMaterial: 0 {
      MappingInformationType: "AllSame"
      ReferenceInformationType: "IndexToDirect"
      Materials: 0
    }
  }
  Material: "Material::Red", "" {
    Properties60:  {
      Property: "DiffuseColor", "ColorRGB", "",1,0,0
    }
  }
  GlobalSettings:  {
    Properties60:  {
      Property: "UpAxis", "int", "",2
      Property: "FrontAxis", "int", "",1
      Property: "FrontAxisSign", "int", "",-1
      Property: "UnitScaleFactor", "double", "",100
    }
  }
}
Connections:  {
  Connect: "OO", "Model::Slab", "Model::Scene"
  Connect: "OO", "Material::Red", "Model::Slab"
}
`
    const { scene, report } = await read(new TextEncoder().encode(old))
    expect(report?.status).toBe('complete')
    expect(scene.nodes).toMatchObject([{ name: 'Slab', parent: null, sourceId: 'Model::Slab' }])
    expect(scene.bounds).toMatchObject({ min: [100, 0, 0], max: [200, 100, 0] })
    expect(scene.materials).toEqual([{ name: 'Red', color: [1, 0, 0], opacity: 1 }])
  })

  it('draws polylines', async () => {
    const line = node(
      'Geometry',
      [id(50), text('Geometry::Axis'), text('Line')],
      [node('Points', [floats([0, 0, 0, 100, 0, 0, 100, 100, 0])]), node('PointsIndex', [integers([0, 1, ~2])])],
    )
    const { scene } = await read(binary(withGeometry(line)))
    expect(scene.numbers).toMatchObject({ lines: 2, meshes: 2 })
  })

  it('counts geometry that it does not draw', async () => {
    const surface = node('Geometry', [id(50), text('Geometry::Sail'), text('NurbsSurface')])
    const { report } = await read(binary(withGeometry(surface)))
    expect(report).toMatchObject({
      status: 'partial',
      skipped: [{ kind: 'NurbsSurface', reason: 'not-drawn', count: 1 }],
    })
  })

  it('counts polygons with invalid indices, non-finite vertices or too few corners', async () => {
    const faulty = node(
      'Geometry',
      [id(50), text('Geometry::Bad'), text('Mesh')],
      [
        node('Vertices', [floats([0, 0, 0, 1, 0, 0, 0, 1, 0, Number.NaN, 0, 0])]),
        node('PolygonVertexIndex', [integers([0, 1, ~2, 0, 1, ~9, 0, ~1, 0, 1, ~3, 0, 1])]),
      ],
    )
    const { report } = await read(binary(withGeometry(faulty)))
    expect(report?.skipped).toEqual([
      { kind: 'face', reason: 'index-out-of-range', count: 1 },
      { kind: 'face', reason: 'too-few-corners', count: 1 },
      { kind: 'face', reason: 'not-a-number', count: 1 },
      { kind: 'face', reason: 'loop-not-ended', count: 1 },
    ])
  })

  it('places a skinned mesh by its bind pose', async () => {
    const pose = node(
      'Pose',
      [id(60), text('Pose::Bind'), text('BindPose')],
      [
        node(
          'PoseNode',
          [],
          [
            node('Node', [id(workshopIds.beamLeft)]),
            node('Matrix', [floats([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 900, 0, 0, 1])]),
          ],
        ),
      ],
    )
    const skin = node('Deformer', [id(61), text('Deformer::Skin'), text('Skin')])
    const { scene, report } = await read(binary(withObjects([pose, skin], [[61, workshopIds.beam]])))
    expect(report?.findings.map(({ code }) => code)).toContain('bind-pose')
    expect(scene.instances[0]?.placement[9]).toBeCloseTo(9)
  })

  it('takes textures embedded in the file', async () => {
    const video = node(
      'Video',
      [id(62), text('Video::Slate'), text('Clip')],
      [node('Filename', [text('slate.png')]), node('Content', [{ raw: Uint8Array.of(1, 2, 3) }])],
    )
    const { report } = await read(binary(withObjects([video], [])))
    expect(report?.missingCompanions).toEqual([])
    expect(report?.findings.map(({ code }) => code)).toContain('texture-not-readable')
  })

  it('reads models that form a parent cycle', async () => {
    const ring = node(
      'Connections',
      [],
      [
        node('C', [text('OO'), id(workshopIds.hall), id(workshopIds.beamLeft)]),
        node('C', [text('OO'), id(workshopIds.beamLeft), id(workshopIds.hall)]),
        node('C', [text('OO'), id(workshopIds.beam), id(workshopIds.beamLeft)]),
      ],
    )
    const nodes = [...workshop(7400).filter(({ name }) => name !== 'Connections'), ring]
    const { scene } = await read(binary(nodes))
    expect(scene.numbers.instances).toBe(1)
  })

  it('reports an unsupported version', async () => {
    const { failure } = await read(
      writeText([node('FBXHeaderExtension', [], [node('FBXVersion', [integer(5800)])])], 5800),
    )
    expect(failure).toMatchObject({ code: 'unsupported-version', details: { version: 5.8 } })
  })

  it('fails when arrays inflate beyond the limit', async () => {
    const { failure } = await runReader(reader, fixture('workshop-7500.fbx'), { limits: { inflatedBytes: 64 } })
    expect(failure?.code).toBe('limit-exceeded')
  })

  it('counts damaged arrays', async () => {
    const bytes = writeBinary(workshop(7400), { version: 7400, isDeflated: true })
    const at = Buffer.from(bytes).indexOf(Buffer.from([0x78, 0x9c])) + 4
    bytes[at] = (bytes[at] ?? 0) ^ 0xff
    const { report } = await read(bytes)
    expect(report?.status).toBe('partial')
    expect(report?.skipped).toContainEqual({ kind: 'array', reason: 'damaged', count: 1 })
  })
})

/** Returns the workshop with a further geometry on the left beam. */
function withGeometry(geometry: WrittenNode): WrittenNode[] {
  return withObjects([geometry], [[50, workshopIds.beamLeft]])
}

/** Returns the workshop with further objects and connections. */
function withObjects(
  objects: readonly WrittenNode[],
  connections: readonly (readonly [number, number])[],
): WrittenNode[] {
  return workshop(7400).map((part) => {
    if (part.name === 'Objects') return node(part.name, [], [...part.children, ...objects])
    if (part.name !== 'Connections') return part
    return node(
      part.name,
      [],
      [...part.children, ...connections.map(([child, parent]) => node('C', [text('OO'), id(child), id(parent)]))],
    )
  })
}

describe('FBX material opacity', () => {
  it.each([
    ['a stated opacity as it is', [property('Opacity', 0.3)], 0.3],
    [
      'a transparency factor of one with black as opaque',
      [property('TransparencyFactor', 1), property('TransparentColor', 0, 0, 0)],
      1,
    ],
    ['a missing opacity as opaque', [], 1],
  ])('interprets %s', async (_, opacityProperties, opacity) => {
    const nodes = workshop(7400).map((part) =>
      part.name === 'Objects'
        ? node(
            part.name,
            [],
            part.children.map((child) =>
              child.name === 'Material' ? node(child.name, child.values, [properties(...opacityProperties)]) : child,
            ),
          )
        : part,
    )
    const { scene } = await read(binary(nodes))
    expect(scene.materials[0]?.opacity).toBeCloseTo(opacity)
  })
})
