import { tryParse } from '../../shared/records/malformed-record-error.js'
import type { Chunk } from '../container/chunks.js'
import { readReferences, type SceneObject } from '../container/scene-objects.js'

const derivedId = 'derived'
const maxStackDepth = 32
/** How each of the modifiers was put onto the object, in their order. */
const contextRecord = 0x2500

/** A modifier of an object. */
export interface StackedModifier {
  readonly modifier: SceneObject
  /** How it was put onto this object; null where the object does not say so of each of its modifiers. */
  readonly context: Chunk | null
}

/** The shape at the bottom of an object's modifiers. */
export interface ObjectStack {
  /** The object with all its modifiers, as nodes have it. */
  readonly top: SceneObject | null
  readonly base: SceneObject | null
  /** The uppermost, which acts last, in front. */
  readonly modifiers: readonly StackedModifier[]
}

/** Walks down through the modifiers of an object to the shape that they change. */
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
