import { describe, expect, it } from 'vitest'
import { readClasses, readObjects } from '../container/scene-objects.js'
import { container } from '../testing/record-writer.js'
import { classes, SceneBytes } from '../testing/scene-writer.js'
import { stackOf } from './object-stack.js'

function objectsOf(write: (scene: SceneBytes) => void) {
  const scene = new SceneBytes()
  write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  return readObjects(Scene, readClasses(ClassDirectory3))?.objects ?? []
}

describe('the stack of modifiers', () => {
  it('ends in the shape that they change', () => {
    const objects = objectsOf((scene) => {
      const inner = scene.add(classes.derived, [scene.add(classes.skin, []), scene.add(classes.box, [])])
      scene.add(classes.derived, [scene.add(classes.smooth, []), inner])
    })
    const { base, modifiers, top } = stackOf(objects.at(-1))
    expect([base?.class.name, top]).toEqual(['Box', objects.at(-1)])
    expect(modifiers.map(({ modifier }) => modifier.class.name)).toEqual(['TurboSmooth', 'Skin'])
  })

  it('says how each of them was put there, or of none of them', () => {
    const contexts = (count: number) =>
      objectsOf((scene) => {
        const references = [scene.add(classes.skin, []), scene.add(classes.smooth, []), scene.add(classes.box, [])]
        scene.add(classes.derived, references, ...Array.from({ length: count }, () => container(0x2500)))
      })
    const known = (count: number) => stackOf(contexts(count).at(-1)).modifiers.map(({ context }) => context !== null)
    expect(known(2)).toEqual([true, true])
    expect(known(1)).toEqual([false, false])
  })

  it('that has no end has no shape', () => {
    const objects = objectsOf((scene) => {
      scene.add(classes.box, [])
      scene.add(classes.derived, [0, 2])
      scene.add(classes.derived, [0, 1])
      scene.add(classes.derived, [])
    })
    expect(stackOf(objects[1]).base).toBeNull()
    expect(stackOf(objects[3]).base).toBeNull()
    expect(stackOf(undefined)).toEqual({ top: null, base: null, modifiers: [] })
  })
})
