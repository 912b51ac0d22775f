import { describe, expect, it } from 'vitest'
import { readClasses, readObjects } from '../container/scene-objects.js'
import { container } from '../testing/record-writer.js'
import { classes, SceneBytes } from '../testing/scene-writer.js'
import { readStack } from './object-stack.js'

function createObjects(write: (scene: SceneBytes) => void) {
  const scene = new SceneBytes()
  write(scene)
  const { ClassDirectory3, Scene } = scene.streams()
  return readObjects(Scene, readClasses(ClassDirectory3))?.objects ?? []
}

describe('3ds Max modifier stack', () => {
  it('lists its modifiers from the top and ends in the base object', () => {
    const objects = createObjects((scene) => {
      const inner = scene.add(classes.derived, [scene.add(classes.skin, []), scene.add(classes.box, [])])
      scene.add(classes.derived, [scene.add(classes.smooth, []), inner])
    })
    const { base, modifiers, top } = readStack(objects.at(-1))
    expect([base?.class.name, top]).toEqual(['Box', objects.at(-1)])
    expect(modifiers.map(({ modifier }) => modifier.class.name)).toEqual(['TurboSmooth', 'Skin'])
  })

  it('has a context for each modifier or for none', () => {
    const contexts = (count: number) =>
      createObjects((scene) => {
        const references = [scene.add(classes.skin, []), scene.add(classes.smooth, []), scene.add(classes.box, [])]
        scene.add(classes.derived, references, ...Array.from({ length: count }, () => container(0x2500)))
      })
    const hasContexts = (count: number) =>
      readStack(contexts(count).at(-1)).modifiers.map(({ context }) => context !== null)
    expect(hasContexts(2)).toEqual([true, true])
    expect(hasContexts(1)).toEqual([false, false])
  })

  it('has no base object when cyclic or empty', () => {
    const objects = createObjects((scene) => {
      scene.add(classes.box, [])
      scene.add(classes.derived, [0, 2])
      scene.add(classes.derived, [0, 1])
      scene.add(classes.derived, [])
    })
    expect(readStack(objects[1]).base).toBeNull()
    expect(readStack(objects[3]).base).toBeNull()
    expect(readStack(undefined)).toEqual({ top: null, base: null, modifiers: [] })
  })
})
