import { prepareMesh, meshStageReady } from '@kamar/mesh'
import type { PreparedMesh } from '@kamar/core'
import { identityMatrix } from '@kamar/core/math'
import { beforeAll, describe, expect, it } from 'vitest'
import { noScale } from '../model/shapes/scale.js'
import { encodeText, listIds, parseIfc, requireRow } from '../testing/step-file.js'
import { contentKey } from './content-key.js'
import { FaceSetReader } from './face-set.js'
import { packMeshes, unpackMesh } from './mesh-packing.js'
import { shardText } from './shards/shard-text.js'
import { FileBytes, StatementClosure } from '@kamar/codecs/part21'
import { closureTypes } from './closure-types.js'
import { splitStretch, stretchMesh } from './stretch.js'

beforeAll(() => meshStageReady)

describe('FaceSetReader', () => {
  /** Reads a face set with these attributes over these points. */
  function read(attributes: string, points = '((0.,0.,0.),(1.,0.,0.),(0.,1.,0.),(0.,0.,-2.5E-1))') {
    const text = `${points}|${attributes}`
    const midpoint = points.length
    const reader = new FaceSetReader(new FileBytes(encodeText(text)))
    const faceSet = reader.read({ start: midpoint + 1, end: text.length }, { start: 0, end: midpoint })
    return faceSet && { points: [...faceSet.points], indices: [...faceSet.indices] }
  }

  it('reads points and triangle indices that count from 1', () => {
    expect(read('#1,$,.T.,((1,2,3),(1,3,4)),$)')).toEqual({
      points: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, -0.25],
      indices: [0, 1, 2, 0, 2, 3],
    })
  })

  it('skips normals before the triangles', () => {
    expect(read('#1,((0.,0.,1.),(0.,0.,1.)),.T.,((1,2,3)),$)')?.indices).toEqual([0, 1, 2])
  })

  it('resolves triangle indices through PnIndex', () => {
    expect(read('#1,$,.T.,((1,2,3)),(4,1,2))')?.indices).toEqual([3, 0, 1])
  })

  it('ignores normal indices of older files in the place of PnIndex', () => {
    expect(read('#1,$,.T.,((1,2,3)),((1,1,1)))')?.indices).toEqual([0, 1, 2])
  })

  it('drops triangles with invalid point indices', () => {
    expect(read('#1,$,.T.,((1,2,9),(0,1,2),(1,2,3)),$)')?.indices).toEqual([0, 1, 2])
    expect(read('#1,$,.T.,((1,2,9)),$)')).toBeNull()
    expect(read('#1,$,.T.,(),$)')).toBeNull()
    expect(read('#1,$,.T.,((1,2,3)),$)', '()')).toBeNull()
  })

  it('reads a face set larger than its initial buffer', () => {
    const points = Array.from({ length: 3000 }, (_, at) => `(${at}.,0.,1.)`).join(',')
    expect(read('#1,$,.T.,((1,2,3000)),$)', `(${points})`)?.indices).toEqual([0, 1, 2999])
  })
})

describe('mesh content key', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)
  const indices = Uint32Array.of(0, 1, 2)

  it('is equal for equal content', () => {
    expect(contentKey(positions, indices)).toBe(contentKey(positions.slice(), indices.slice()))
    const shifted = new Float32Array([9, ...positions]).subarray(1)
    expect(contentKey(shifted, indices)).toBe(contentKey(positions, indices))
  })

  it('changes with any coordinate, the index order and the counts', () => {
    const others = [
      contentKey(
        positions.map((value, at) => (at === 8 ? 1e-6 : value)),
        indices,
      ),
      contentKey(positions, Uint32Array.of(0, 2, 1)),
      contentKey(positions, Uint32Array.of(0, 1)),
      contentKey(positions.slice(0, 6), indices),
      contentKey(positions, indices),
    ]
    expect(new Set(others).size).toBe(5)
  })
})

describe('packMeshes', () => {
  const tetrahedron = (size: number): PreparedMesh => {
    const mesh = prepareMesh({
      positions: Float32Array.of(0, 0, 0, size, 0, 0, 0, size, 0, 0, 0, size),
      indices: Uint32Array.of(0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3),
    })
    if (!mesh) throw new Error('nothing was left of a tetrahedron')
    return mesh
  }

  it('preserves meshes through unpackMesh', () => {
    const colored = { ...tetrahedron(2), colors: Uint8Array.of(1, 2, 3, 4) }
    const meshes = [tetrahedron(1), colored, tetrahedron(3)]
    const { packed, buffer } = packMeshes(meshes)
    expect(packed.map((each) => unpackMesh(each, buffer))).toEqual(meshes)
  })

  it('aligns every array to 8 bytes in one buffer', () => {
    const { packed, buffer } = packMeshes([tetrahedron(1), tetrahedron(2)])
    for (const { ranges } of packed) for (let at = 0; at < ranges.length; at += 2) expect(ranges[at] % 8).toBe(0)
    expect(buffer.byteLength).toBeGreaterThan(0)
    expect(packMeshes([]).buffer.byteLength).toBe(0)
  })
})

describe('splitStretch', () => {
  const triangle = () => ({ positions: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 1), indices: Uint32Array.of(0, 1, 2) })

  it('returns null for a placement without scale', () => {
    expect(splitStretch(identityMatrix, noScale)).toBeNull()
  })

  it('moves the scale of a job into the points and the translation', () => {
    const stretch = splitStretch(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 2, 3), [10, 20, 30])
    if (!stretch) throw new Error('no stretch')
    const mesh = triangle()
    stretchMesh(mesh, stretch)
    expect([...mesh.positions]).toEqual([0, 0, 0, 10, 0, 0, 0, 20, 30])
    expect([...mesh.indices]).toEqual([0, 1, 2])
    expect([...stretch.placement].slice(9)).toEqual([10, 40, 90])
  })

  it('reverses the triangle winding for a mirror', () => {
    const stretch = splitStretch(Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, -1, 0, 0, 5), noScale)
    if (!stretch) throw new Error('no stretch')
    const mesh = triangle()
    stretchMesh(mesh, stretch)
    expect(stretch.isMirror).toBe(true)
    expect([...mesh.positions].map((value) => value + 0)).toEqual([0, 0, 0, 1, 0, 0, 0, 1, -1])
    expect([...mesh.indices]).toEqual([0, 2, 1])
    expect([...stretch.placement].slice(9)).toEqual([0, 0, 5])
  })
})

describe('IFC shard statements', () => {
  const file = parseIfc(`#1=IFCTHING(#2,'#9',(#3,(#4)));
#2=IFCTHING(#1);
#3=IFCCARTESIANPOINT((0.,0.));
#4=IFCOWNERHISTORY(#5);
#5=IFCTHING();
#6=IFCTHING(#77,#3);
#9=IFCTHING();`)

  it('are collected once through cycles, skipping strings and excluded types', () => {
    const closure = new StatementClosure(file, closureTypes)
    const visited: number[] = []
    closure.startRun()
    closure.follow(requireRow(file, 1), (row) => {
      visited.push(row)
    })
    expect(listIds(file, visited).toSorted((a, b) => a - b)).toEqual([1, 2, 3])
    closure.follow(requireRow(file, 6), (row) => {
      visited.push(row)
    })
    expect(listIds(file, visited.slice(3))).toEqual([6])
    expect(closure.markVisited(requireRow(file, 3))).toBe(true)
  })

  it('are collected again in the next run', () => {
    const closure = new StatementClosure(file, closureTypes)
    const counts = [0, 1].map(() => {
      let count = 0
      closure.startRun()
      closure.follow(requireRow(file, 1), () => {
        count++
      })
      return count
    })
    expect(counts).toEqual([3, 3])
  })

  it('are written as a STEP file of their own', () => {
    const bytes = new FileBytes(encodeText('xx#1=A();#2=B();xx'))
    const shard = {
      number: 0,
      runs: Float64Array.of(2, 8, 9, 15),
      text: '#9=C();\n',
      jobs: new Float64Array(0),
      scales: new Float64Array(0),
      faceColors: new Map(),
      cost: 0,
    }
    const text = Buffer.from(shardText({ bytes, schema: 'IFC4' }, shard)).toString()
    expect(text).toContain("FILE_SCHEMA(('IFC4'));")
    expect(text).toContain('DATA;\n#1=A();\n#2=B();\n#9=C();\nENDSEC;')
  })
})
