import { tryParse } from '@kamar/codecs/records'
import type { Chunk } from '../container/chunks.js'
import { readReferences, type SceneObject } from '../container/scene-objects.js'

const derivedId = 'derived'
const maxStackDepth = 32
/** Contexts of the modifiers on the object, in order. */
const contextRecord = 0x2500

/** A modifier of an object. */
export interface StackedModifier {
  readonly modifier: SceneObject
  /** Its context on this object; null where the object does not state one for each of its modifiers. */
  readonly context: Chunk | null
}

/** The base shape of an object and its modifiers. */
export interface ObjectStack {
  /** The object with all its modifiers, as nodes refer to it. */
  readonly top: SceneObject | null
  readonly base: SceneObject | null
  /** Top to bottom: the last one to act comes first. */
  readonly modifiers: readonly StackedModifier[]
}

/** Follows the modifiers of an object down to their base shape. */
export function readStack(object: SceneObject | undefined): ObjectStack {
  const modifiers: StackedModifier[] = []
  let base = object ?? null
  for (let depth = 0; base?.class.id === derivedId; depth++) {
    const derived = base
    const references = [...readReferences(derived).values()]
    base = depth < maxStackDepth ? (references.pop() ?? null) : null
    const contexts = tryParse(() => derived.chunks.filter(({ id }) => id === contextRecord)) ?? []
    const hasAllContexts = contexts.length === references.length
    for (const [at, modifier] of references.entries()) {
      modifiers.push({ modifier, context: hasAllContexts ? contexts[at] : null })
    }
  }
  return { top: object ?? null, base, modifiers }
}
