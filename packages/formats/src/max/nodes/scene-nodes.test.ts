import { describe, expect, it } from 'vitest'
import type { Matrix } from '@kamar/core/math'
import { readClasses, readObjects } from '../container/scene-objects.js'
import { floats, integers, record, wide } from '../testing/record-writer.js'
import { classes, SceneBytes } from '../testing/scene-writer.js'
import { readLayerName, SceneNodes } from './scene-nodes.js'
import { systemUnit } from './system-unit.js'
import { userProperties } from './user-properties.js'

function createNodes(write: (scene: SceneBytes) => void) {
  const scene = new SceneBytes()
  write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  const objects = readObjects(Scene, readClasses(ClassDirectory3))?.objects ?? []
  const nodes = new SceneNodes(objects)
  const findNode = (name: string) => {
    const node = nodes.nodes.find((one) => one.name === name)
    if (node === undefined) throw new Error(name)
    return node
  }
  return { nodes, findNode, objects }
}

const rounded = (matrix: Matrix | null): number[] => [...(matrix ?? [])].map((value) => Number(value.toFixed(5)) + 0)

describe('3ds Max nodes', () => {
  it('have names, handles, wire colours and references', () => {
    const { findNode, nodes } = createNodes((scene) => {
      const root = scene.add(classes.root, [])
      const object = scene.add(classes.dummy, [])
      scene.node('Սյուն', {
        parent: root,
        transform: scene.createPlacement([0, 0, 0]),
        object,
        wire: [255, 0, 51],
        text: 'A = 1',
      })
    })
    const node = findNode('Սյուն')
    expect(node).toMatchObject({ isHidden: false, wireColor: [1, 0, 0.2], userText: 'A = 1', material: undefined })
    expect(node.handle).toMatch(/^\d+$/)
    expect(node.object?.class.name).toBe('Dummy')
    expect(nodes.parentOf(node)).toBeNull()
  })

  it('may lack a name, a wire colour and a handle', () => {
    const { nodes } = createNodes((scene) => scene.add(classes.node, [], record(0x0960, integers(-1))))
    expect(nodes.nodes).toMatchObject([{ name: '', handle: '', wireColor: null, parent: null }])
  })

  it('are damaged without a parent record', () => {
    const { nodes } = createNodes((scene) => scene.add(classes.node, [], record(0x0962, wide('Lost'))))
    expect([nodes.nodes.length, nodes.damaged]).toEqual([0, 1])
  })

  it('are placed by the transforms of their ancestors', () => {
    const { findNode, nodes } = createNodes((scene) => {
      const above = scene.node('Above', {
        parent: -1,
        transform: scene.createPlacement([10, 0, 0], [0, 0, Math.PI / 2]),
      })
      scene.node('Below', { parent: above, transform: scene.createPlacement([1, 2, 3], [0, 0, 0], [2, 2, 2]) })
    })
    expect(rounded(nodes.getWorldMatrix(findNode('Below')))).toEqual([0, 2, 0, -2, 0, 0, 0, 0, 2, 8, 1, 3])
    expect(nodes.parentOf(findNode('Below'))).toBe(findNode('Above'))
  })

  it('apply their pivot to their objects', () => {
    const { findNode, nodes } = createNodes((scene) => {
      const transform = scene.createPlacement([10, 0, 0], [0, 0, Math.PI / 2])
      scene.node('Door', { parent: -1, transform, pivot: [1, 0, 0], pivotRotation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] })
    })
    expect(rounded(nodes.getWorldMatrix(findNode('Door'))).slice(9)).toEqual([10, 0, 0])
    expect(rounded(nodes.computeObjectMatrix(findNode('Door')))).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 10, 1, 0])
  })

  it('have no world matrix below a node without one', () => {
    const { findNode, nodes } = createNodes((scene) => {
      const above = scene.node('Above', { parent: -1 })
      scene.node('Below', { parent: above, transform: scene.createPlacement([0, 0, 0]) })
    })
    expect([nodes.getWorldMatrix(findNode('Above')), nodes.computeObjectMatrix(findNode('Below'))]).toEqual([
      null,
      null,
    ])
    expect(nodes.getWorldMatrix(findNode('Below'))).toBeNull()
  })

  it('have no world matrix in a parent cycle', () => {
    const { findNode, nodes } = createNodes((scene) => {
      scene.addPlaced(classes.node, {}, record(0x0960, integers(1)), record(0x0962, wide('A')))
      scene.addPlaced(classes.node, {}, record(0x0960, integers(0)), record(0x0962, wide('B')))
    })
    expect([nodes.getWorldMatrix(findNode('A')), nodes.getWorldMatrix(findNode('B'))]).toEqual([null, null])
  })

  it('have no world matrix with a non-finite transform', () => {
    const { findNode, nodes } = createNodes((scene) => {
      scene.node('Far', { parent: -1, transform: scene.createPlacement([Number.NaN, 0, 0]) })
    })
    expect(nodes.getWorldMatrix(findNode('Far'))).toBeNull()
  })

  it('have no world matrix beyond the maximum depth', () => {
    const { findNode, nodes } = createNodes((scene) => {
      let parent = -1
      const transform = scene.createPlacement([1, 0, 0])
      for (let depth = 0; depth < 1100; depth++) parent = scene.node(`${depth}`, { parent, transform })
    })
    expect(nodes.getWorldMatrix(findNode('1099'))).toBeNull()
    expect(rounded(nodes.getWorldMatrix(findNode('300'))).slice(9)).toEqual([301, 0, 0])
  })
})

describe('3ds Max Look At controller', () => {
  const looking = (eye: readonly number[], roll = 0, targetPosition: readonly number[] = [0, 0, 0]) => {
    const { findNode, nodes } = createNodes((scene) => {
      const above = scene.node('Above', { parent: -1, transform: scene.createPlacement([0, 0, 0], [0, 0, 1]) })
      const target = scene.node('Target', { parent: -1, transform: scene.createPlacement(targetPosition) })
      const position = scene.add(classes.position, [], record(0x2503, floats(...eye)))
      const scale = scene.add(classes.scale, [], record(0x2505, floats(1, 1, 1, 0, 0, 0, 1)))
      const transform = scene.add(classes.lookAt, [target, position, scene.float(roll), scale])
      scene.node('Camera', { parent: above, transform })
    })
    return rounded(nodes.getWorldMatrix(findNode('Camera')))
  }

  it('points its z axis away from the target and keeps its x axis level under a rotated parent', () => {
    const [, , level, , , up, x, y, z] = looking([3, 0, 4])
    expect(level).toBe(0)
    expect(up).toBeCloseTo(0.6)
    expect([Math.hypot(x ?? 0, y ?? 0), z]).toEqual([expect.closeTo(0.6), 0.8])
  })

  it('has an x axis when looking straight down', () => {
    expect(looking([0, 0, 5])).toEqual([1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 5])
  })

  it('applies its roll about the view axis', () => {
    expect(looking([0, 0, 5], Math.PI / 2).slice(0, 9)).toEqual([0, 1, 0, -1, 0, 0, 0, 0, 1])
  })

  it('has no world matrix at the position of its target', () => {
    expect(looking([0, 0, 0])).toEqual([])
  })

  it('has no world matrix without a target', () => {
    const { findNode, nodes } = createNodes((scene) => {
      scene.node('Camera', { parent: -1, transform: scene.add(classes.lookAt, [-1, -1, -1, -1]) })
    })
    expect(nodes.getWorldMatrix(findNode('Camera'))).toBeNull()
  })
})

describe('3ds Max layer name', () => {
  const readLayer = (text: Uint8Array): string => {
    const { findNode } = createNodes((scene) => {
      scene.node('N', { parent: -1, layer: scene.add(classes.layer, [], record(0x1010, text)) })
    })
    return readLayerName(findNode('N'))
  }

  it('is read from one-byte or two-byte characters', () => {
    expect(readLayer(Uint8Array.from(Buffer.from('0')))).toBe('0')
    expect(readLayer(Uint8Array.from(Buffer.from('Walls\0rest')))).toBe('Walls')
    expect(readLayer(wide('Walls'))).toBe('Walls')
    expect(readLayer(new Uint8Array())).toBe('')
  })

  it('is empty for a missing layer', () => {
    const { findNode } = createNodes((scene) => scene.node('N', { parent: -1 }))
    expect(readLayerName(findNode('N'))).toBe('')
  })
})

describe('3ds Max system unit', () => {
  const readUnit = (write: (scene: SceneBytes) => void) => systemUnit(createNodes(write).objects)

  it.each([
    [0, 1, 'in', 0.0254],
    [1, 1, 'ft', 0.3048],
    [2, 1, 'mi', 1609.344],
    [3, 1, 'mm', 0.001],
    [4, 1, 'cm', 0.01],
    [5, 1, 'm', 1],
    [6, 1, 'km', 1000],
    [4, 2.5, '2.5 cm', 0.025],
  ])('is read from unit %d times %d as %s', (number, count, name, metres) => {
    const unit = readUnit((scene) => scene.unit(number, count))
    expect(unit?.name).toBe(name)
    expect(unit?.metres).toBeCloseTo(metres, 9)
  })

  it.each([
    ['an unknown unit number', (scene: SceneBytes) => scene.unit(9)],
    ['a scale of zero', (scene: SceneBytes) => scene.unit(4, 0)],
    ['an implausible scale', (scene: SceneBytes) => scene.unit(4, 1e9)],
    ['a non-finite scale', (scene: SceneBytes) => scene.unit(4, Number.NaN)],
    ['a record of another size', (scene: SceneBytes) => scene.add(classes.scene, [], record(0x8520, integers(4)))],
    ['no record', (scene: SceneBytes) => scene.add(classes.scene, [])],
    ['no scene', (scene: SceneBytes) => scene.add(classes.dummy, [])],
  ])('is null with %s', (_, write) => {
    expect(readUnit(write)).toBeNull()
  })
})

describe('3ds Max user properties', () => {
  it('are names and values, one on each line', () => {
    expect(userProperties('Mark = W-1\r\n Fire=60 min \nnothing\n= value\nempty =')).toEqual([
      { name: 'Mark', value: 'W-1' },
      { name: 'Fire', value: '60 min' },
    ])
    expect(userProperties('')).toEqual([])
  })

  it('exclude file paths', () => {
    expect(userProperties('File = C:\\Users\\ani\\wall.max\nHome = /home/ani')).toEqual([])
  })

  it('are limited to 200', () => {
    expect(userProperties('a = 1\n'.repeat(5000))).toHaveLength(200)
  })
})
