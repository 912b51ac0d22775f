import { beforeAll, describe, expect, it } from 'vitest'
import { compiledKernel, startKernel, type Kernel, type KernelObject } from './kernel.js'
import { meshSolid } from './solid-mesher.js'
import { solidText } from './solid-text.js'
import type { SolidJob } from './solid-job.js'

let kernel: Kernel
beforeAll(async () => {
  kernel = await startKernel(await compiledKernel())
})

/** Creates a triangle of straight edges on a plane, vertices in millimetres. */
function triangleJob(size: number, at = 0): SolidJob {
  const lines: string[] = []
  const add = (statement: string): string => `#${lines.push(`#${lines.length + 1}=${statement}`)}`
  const triple = (values: readonly number[]): string => `(${values.map((value) => value.toFixed(3)).join(',')})`
  const boxCorners = [
    [at, at, at],
    [at + size, at, at],
    [at, at + size, at],
  ]
  const points = boxCorners.map((vertex) => add(`CARTESIAN_POINT('',${triple(vertex)})`))
  const vertices = points.map((point) => add(`VERTEX_POINT('',${point})`))
  const sides = [0, 1, 2].map((from) => {
    const to = (from + 1) % 3
    const delta = boxCorners[to].map((value, axis) => value - boxCorners[from][axis])
    const line = add(`LINE('',${points[from]},${add(`VECTOR('',${add(`DIRECTION('',${triple(delta)})`)},1.)`)})`)
    const edge = add(`EDGE_CURVE('',${vertices[from]},${vertices[to]},${line},.T.)`)
    return add(`ORIENTED_EDGE('',*,*,${edge},.T.)`)
  })
  const bound = add(`FACE_BOUND('',${add(`EDGE_LOOP('',(${sides.join(',')}))`)},.T.)`)
  const frame = add(`AXIS2_PLACEMENT_3D('',${points[0]},$,$)`)
  const face = add(`ADVANCED_FACE('',(${bound}),${add(`PLANE('',${frame})`)},.T.)`)
  const source = new TextEncoder().encode(lines.join('\n'))
  let start = 0
  const runs = lines.map((line) => {
    const run = { start, end: start + line.length }
    start = run.end + 1
    return run
  })
  const faces = [Number(face.slice(1))]
  const text = solidText({ source, runs, faces, context: null, firstFreeNumber: lines.length + 1 })
  return { text, faces: { count: 1 }, quality: 'standard' }
}

const textJob = (text: string): SolidJob => ({
  text: new TextEncoder().encode(text),
  faces: { count: 1 },
  quality: 'standard',
})

/** Creates a kernel that counts objects created and not yet deleted. */
function countingKernel(): { counting: Kernel; countLiveShapes: () => number } {
  let countLiveShapes = 0
  const counted = <Kind extends KernelObject>(object: Kind): Kind => {
    countLiveShapes++
    const remove = object.delete.bind(object)
    object.delete = () => {
      countLiveShapes--
      remove()
    }
    return object
  }
  const classes = new Set(['STEPControl_Reader', 'Message_ProgressRange', 'Bnd_Box', 'TopExp_Explorer'])
  for (const name of ['TopoDS_Builder', 'TopoDS_Compound', 'TopLoc_Location', 'gp_Trsf', 'gp_Vec']) classes.add(name)
  const counting = new Proxy(kernel, {
    get(target, key) {
      const value: unknown = Reflect.get(target, key)
      if (!classes.has(String(key)) || typeof value !== 'function') return value
      return new Proxy(value, {
        construct: (constructed, parameters) => counted(Reflect.construct(constructed, parameters) as KernelObject),
      })
    },
  })
  return { counting, countLiveShapes: () => countLiveShapes }
}

const note = (): void => undefined

describe('meshed B-rep face', () => {
  it('is in metres', () => {
    const result = meshSolid(kernel, triangleJob(10), { note })
    expect(result).toMatchObject({
      kind: 'meshed',
      triangles: 1,
      meshedFaces: 1,
      areFacesKnown: true,
      origin: [0, 0, 0],
    })
    const [mesh] = result.kind === 'meshed' ? result.meshes : []
    expect((mesh?.area ?? 0) * 1e6).toBeCloseTo(50, 4)
    expect([...(mesh?.edges ?? [])]).toHaveLength(6)
  })

  it('keeps its size to a micrometre far from zero', () => {
    const result = meshSolid(kernel, triangleJob(10, 4e6), { note })
    const [mesh] = result.kind === 'meshed' ? result.meshes : []
    expect(result.kind === 'meshed' ? result.origin[0] : 0).toBeCloseTo(4000, 1)
    expect((mesh?.area ?? 0) * 1e6).toBeCloseTo(50, 4)
  })

  it('reports progress in steps', () => {
    let steps = 0
    meshSolid(kernel, triangleJob(10), { note: () => void steps++ })
    expect(steps).toBeGreaterThanOrEqual(2)
  })
})

describe('invalid B-rep text', () => {
  it.each([
    ['an empty text', ''],
    ['text that is not an exchange file', 'solid a\nendsolid'],
    ['a file without a shape', 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n'],
    [
      'a shape without faces',
      new TextDecoder().decode(
        solidText({ source: new Uint8Array(0), runs: [], faces: [], context: null, firstFreeNumber: 1 }),
      ),
    ],
    [
      'a missing face',
      new TextDecoder().decode(
        solidText({ source: new Uint8Array(0), runs: [], faces: [99], context: null, firstFreeNumber: 1 }),
      ),
    ],
  ])('fails with a reason: %s', (_, text) => {
    const result = meshSolid(kernel, textJob(text), { note })
    expect(result.kind).toBe('failed')
    expect(['not-translated', 'not-tessellated']).toContain(result.kind === 'failed' ? result.reason : '')
  })

  it('leaves the kernel able to mesh the next solid', () => {
    expect(meshSolid(kernel, textJob('nonsense'), { note }).kind).toBe('failed')
    expect(meshSolid(kernel, triangleJob(3), { note }).kind).toBe('meshed')
  })
})

describe('B-rep kernel memory', () => {
  it.each([
    ['a face', triangleJob(10)],
    ['a distant face', triangleJob(10, 4e6)],
    ['invalid text', textJob('invalid text')],
  ])('is freed after meshing %s', (_, job) => {
    const { counting, countLiveShapes } = countingKernel()
    meshSolid(counting, job, { note })
    expect(countLiveShapes()).toBe(0)
  })

  it('is freed when a step throws', () => {
    const { counting, countLiveShapes } = countingKernel()
    const stop = (): never => {
      throw new RangeError('stop')
    }
    expect(() => meshSolid(counting, triangleJob(10), { note: stop })).toThrow('stop')
    expect(countLiveShapes()).toBe(0)
  })

  it('does not grow over many solids', () => {
    for (let number = 0; number < 30; number++) meshSolid(kernel, triangleJob(10), { note })
    const before = kernel.wasmMemory.buffer.byteLength
    for (let number = 0; number < 100; number++) meshSolid(kernel, triangleJob(10), { note })
    expect(kernel.wasmMemory.buffer.byteLength).toBe(before)
  })
})
