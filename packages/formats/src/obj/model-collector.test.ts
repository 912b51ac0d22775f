import { readerLimits, lengthUnits } from '@kamar/core'
import { describe, expect, it } from 'vitest'
import { VectorTable } from '../kit/growing-array.js'
import { ModelCollector } from './model-collector.js'
import { untransformed } from '../kit/texture-transform.js'
import { RunMesher } from './run-mesh.js'
import { computeExtent, originOfModel, unitOfModel } from './unit-of-model.js'
import { VertexColors } from './vertex-colors.js'

const none = Int32Array.of(-1, -1, -1, -1)

/** Adds the four vertices of a one-metre square at a distance. */
function squareAt(x: number): ModelCollector {
  const model = new ModelCollector({ ...readerLimits, triangles: 10 })
  for (const [u, v] of [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ] as const) {
    model.addVertex(x + u, v, 0)
  }
  return model
}
const addTriangle = (model: ModelCollector): void =>
  model.addFace(3, Int32Array.of(0, 1, 2), { normals: none, textures: none })

describe('OBJ ModelCollector', () => {
  it('returns the runs of closed groups as finished, and keeps those of the open group', () => {
    const model = squareAt(0)
    model.openGroup('first')
    addTriangle(model)
    model.openGroup('second')
    addTriangle(model)
    expect(model.takeRuns('finished').map(({ part }) => part.group)).toEqual(['first'])
    expect(model.pendingTriangles).toBe(1)
    addTriangle(model)
    const [last] = model.takeRuns('all')
    expect(last.faceVertices.length).toBe(12)
    expect(model.pendingTriangles).toBe(0)
    expect(model.takeRuns('all')).toEqual([])
  })

  it('starts a new run when a group is reopened after its run was taken', () => {
    const model = squareAt(0)
    for (const name of ['a', 'b', 'a', 'b']) {
      model.openGroup(name)
      addTriangle(model)
    }
    expect(model.takeRuns('finished').map(({ faceVertices }) => faceVertices.length)).toEqual([12])
    model.openGroup('a')
    addTriangle(model)
    expect(model.takeRuns('all').map(({ part }) => part.group)).toEqual(['b', 'a'])
  })

  it('closes a run that has as many triangles as a mesh may have, and continues in another one', () => {
    const model = squareAt(0)
    const limited = new ModelCollector(readerLimits, 2)
    for (let vertex = 0; vertex < 4; vertex++)
      limited.addVertex(model.positions.at(vertex, 0), model.positions.at(vertex, 1), 0)
    limited.openGroup('wall')
    for (let face = 0; face < 5; face++) addTriangle(limited)
    limited.openGroup('roof')
    addTriangle(limited)
    expect(
      limited.takeRuns('finished').map(({ part, isPart, faceVertices }) => [part.group, isPart, faceVertices.length]),
    ).toEqual([
      ['wall', true, 12],
      ['wall', true, 12],
      ['wall', true, 6],
    ])
    expect(limited.pendingTriangles).toBe(1)
    expect(limited.takeRuns('all').map(({ part, isPart }) => [part.group, isPart])).toEqual([['roof', false]])
  })

  it('closes long runs of lines and points as well', () => {
    const model = new ModelCollector(readerLimits, 3)
    for (let vertex = 0; vertex < 4; vertex++) model.addVertex(vertex, 0, 0)
    model.addPoints(4, Int32Array.of(0, 1, 2, 3))
    model.addLine(4, Int32Array.of(0, 1, 2, 3))
    model.addLine(2, Int32Array.of(0, 1))
    expect(model.takeRuns('all').map(({ points, segments }) => [points.length, segments.length])).toEqual([
      [4, 0],
      [0, 6],
      [0, 2],
    ])
  })

  it('splits runs by material and by the source of their normals', () => {
    const model = squareAt(0)
    model.normals.push(0, 0, 1)
    addTriangle(model)
    model.addFace(3, Int32Array.of(0, 1, 2), { normals: Int32Array.of(0, 0, 0), textures: none })
    model.useMaterial('red')
    addTriangle(model)
    model.setSmoothing(1)
    addTriangle(model)
    model.useMaterial('')
    const kinds = model.takeRuns('all').map(({ material, normals }) => [material, normals])
    expect(kinds).toEqual([
      [null, 'crease angle'],
      [null, 'file'],
      ['red', 'crease angle'],
      ['red', 'smoothing groups'],
    ])
  })

  it('accepts triangles up to the limit, and throws limit-exceeded beyond it', () => {
    const model = squareAt(0)
    for (let count = 0; count < 10; count++) addTriangle(model)
    expect(() => addTriangle(model)).toThrow('limit-exceeded')
  })

  it('starts no run for lines with invalid indices or too few vertices', () => {
    const model = squareAt(0)
    model.addLine(2, Int32Array.of(0, -1))
    model.addLine(1, Int32Array.of(0))
    expect(model.takeRuns('all')).toEqual([])
    expect(model.skipped.list).toEqual([
      { kind: 'line', reason: 'index-out-of-range', count: 1 },
      { kind: 'line', reason: 'too-few-corners', count: 1 },
    ])
  })
})

describe('OBJ RunMesher', () => {
  it('uses a local origin, so that meshes far from zero stay exact', () => {
    const model = squareAt(4_500_000)
    model.addFace(4, Int32Array.of(0, 1, 2, 3), { normals: none, textures: none })
    const [run] = model.takeRuns('all')
    const { shape, origin } = new RunMesher(model, 1).mesh(run)
    expect(origin).toEqual([4_500_000, 0, 0])
    expect([...shape.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0, 1])
    expect([...shape.indices]).toEqual([0, 1, 2, 0, 2, 3])
  })

  it('shares a vertex only where position and normal are equal', () => {
    const model = squareAt(0)
    model.normals.push(0, 0, 1)
    model.normals.push(0, 1, 0)
    model.addFace(3, Int32Array.of(0, 1, 2), { normals: Int32Array.of(0, 0, 0), textures: none })
    model.addFace(3, Int32Array.of(0, 2, 3), { normals: Int32Array.of(0, 1, 0), textures: none })
    const [run] = model.takeRuns('all')
    const { shape } = new RunMesher(model, 1).mesh(run)
    expect([...shape.indices]).toEqual([0, 1, 2, 0, 3, 4])
    expect(shape.normals?.length).toBe(shape.positions.length)
  })

  it('meshes each run independently of the previous one', () => {
    const model = squareAt(0)
    for (const name of ['a', 'b']) {
      model.openGroup(name)
      addTriangle(model)
    }
    const mesher = new RunMesher(model, 0.001)
    const [first, second] = model.takeRuns('all').map((run) => mesher.mesh(run))
    expect(second).toEqual(first)
    expect(first.shape.positions[3]).toBeCloseTo(0.001)
  })

  it('writes lines as pairs of indices', () => {
    const model = squareAt(0)
    model.addLine(3, Int32Array.of(0, 1, 2))
    const [run] = model.takeRuns('all')
    const { shape } = new RunMesher(model, 1).lines(run)
    expect([...shape.indices]).toEqual([0, 1, 2, 3])
    expect([...shape.positions]).toEqual([0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1])
  })
})

describe('OBJ VertexColors', () => {
  const copied = (colors: VertexColors, vertex: number): number[] => {
    const target = new Uint8Array(4)
    colors.copy(vertex, target, 0)
    return [...target]
  }

  it('stores colours of distant vertices, and white for others', () => {
    const colors = new VertexColors()
    expect(colors.any).toBe(false)
    colors.set(200_000, [0, 0.5, 1])
    expect(colors.any).toBe(true)
    expect(copied(colors, 200_000)).toEqual([0, 128, 255, 255])
    expect(copied(colors, 3)).toEqual([255, 255, 255, 255])
    expect(colors.copy(3, new Uint8Array(4), 0)).toBe(false)
  })

  it('reads all colours as 0 to 255 once one exceeds 1', () => {
    const colors = new VertexColors()
    colors.set(0, [1, 0, 1])
    colors.set(70_000, [1, 200, 300])
    expect(copied(colors, 0)).toEqual([1, 0, 1, 255])
    expect(copied(colors, 70_000)).toEqual([1, 200, 255, 255])
  })
})

describe('OBJ unit and origin', () => {
  const extent = (size: number, from = 0) => ({ min: [from, 0, 0], max: [from + size, 0.1, 0.1] }) as const

  it('are computed from finite vertices only', () => {
    const table = new VectorTable('double')
    table.push(Number.NaN, Number.NaN, Number.NaN)
    table.push(1, -2, 3)
    table.push(4, 5, -6)
    expect(computeExtent(table)).toEqual({ min: [1, -2, -6], max: [4, 5, 3] })
    expect(unitOfModel(null, computeExtent(new VectorTable('double'))).unit).toBe(lengthUnits.metre)
  })

  it.each([
    [0.2, 'm', 0.2],
    [10_000, 'm', 10_000],
    [10_001, 'mm', 10],
    [85_000, 'mm', 85],
  ])('treat an extent of %s as a length in %s', (size, name, metres) => {
    const { unit, finding } = unitOfModel(null, extent(size))
    expect(unit.name).toBe(name)
    expect(finding).toEqual({ code: 'unit-assumed', severity: 'information', details: { unit: name, metres } })
  })

  it('leave models near zero in place, and move others by whole metres', () => {
    expect(originOfModel(extent(10, 900), lengthUnits.metre)).toEqual([0, 0, 0])
    expect(originOfModel(extent(10, 500_000.4), lengthUnits.metre)).toEqual([500_005, 0, 0])
    expect(originOfModel(extent(10, 500_000), lengthUnits.millimetre)).toEqual([0, 0, 0])
    expect(originOfModel({ min: [Infinity, 0, 0], max: [-Infinity, 0, 0] }, lengthUnits.metre)).toEqual([0, 0, 0])
  })
})

describe('OBJ texture coordinates', () => {
  const model = (): ModelCollector => {
    const collector = new ModelCollector(readerLimits)
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
    ])
      collector.addVertex(x, y, 0)
    for (const [u, v] of [
      [0, 0],
      [1, 0],
      [1, 0.75],
    ])
      collector.textureCoordinates.push(u, v, 0)
    return collector
  }

  it('are stored per vertex with v flipped', () => {
    const collector = model()
    collector.addFace(3, Int32Array.of(0, 1, 2), { normals: none, textures: Int32Array.of(0, 1, 2) })
    const [run] = collector.takeRuns('all')
    const { shape } = new RunMesher(collector, 1).texturedMesh(run, untransformed)
    expect([...(shape.textureCoordinates ?? [])]).toEqual([0, 1, 1, 1, 1, 0.25])
  })

  it('are omitted when no face has them', () => {
    const collector = model()
    collector.addFace(3, Int32Array.of(0, 1, 2), { normals: none, textures: none })
    const [run] = collector.takeRuns('all')
    expect(new RunMesher(collector, 1).texturedMesh(run, untransformed).shape).not.toHaveProperty('textureCoordinates')
  })

  it('are not stored after a call of leaveTexturesOut', () => {
    const collector = model()
    collector.leaveTexturesOut()
    collector.addFace(3, Int32Array.of(0, 1, 2), { normals: none, textures: Int32Array.of(0, 1, 2) })
    expect(collector.textureCoordinates.count).toBe(0)
    expect(collector.takeRuns('all')[0]?.textures.length).toBe(0)
  })
})
