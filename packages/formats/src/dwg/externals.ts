import { TranslationError, throwIfCancelled, type ReadContext } from '@kamar/core'
import type { Block, Drawing } from '@kamar/codecs/drawing'
import { lastPathSegment } from '@kamar/codecs/text'
import { companionBytes } from '../kit/textures.js'
import { findModelSpace, JoinedDrawing } from './joined-drawing.js'
import { openDrawing } from './open-drawing.js'

/** Max nesting of external references, and max number of them in total. */
const deepest = 8
const maxDrawings = 64

/** Result of joining the external references of a drawing. */
export interface DrawingReferences {
  readonly joined: JoinedDrawing
  /** Names of references that are not attached. */
  readonly missing: ReadonlySet<string>
  /** Names of attached references that cannot be read. */
  readonly unreadable: ReadonlySet<string>
  /** Names of attached references of which the end is missing. */
  readonly truncated: ReadonlySet<string>
}

/** Attaches the model space of every referenced drawing to the block that refers to it, recursively. */
export async function joinDrawings(drawing: Drawing, context: ReadContext): Promise<DrawingReferences> {
  const work = new Joining(drawing, context)
  await work.join(drawing, [])
  return work
}

class Joining implements DrawingReferences {
  readonly joined: JoinedDrawing
  readonly missing = new Set<string>()
  readonly unreadable = new Set<string>()
  readonly truncated = new Set<string>()
  readonly #context: ReadContext

  constructor(drawing: Drawing, context: ReadContext) {
    this.joined = new JoinedDrawing(drawing)
    this.#context = context
  }

  async join({ blocks }: Drawing, path: readonly string[]): Promise<void> {
    for (const block of blocks) {
      if (!block.isExternal || block.entityCount > 0) continue
      // An overlay reference is hidden where its drawing is attached to another one.
      if (path.length > 0 && block.isOverlay) continue
      const name = lastPathSegment(block.path) || `${block.name}.dwg`
      const isCircle = path.includes(name.toLowerCase())
      if (isCircle || path.length >= deepest || this.joined.drawings.length > maxDrawings) continue
      await this.#attach(block, name, path)
    }
  }

  async #attach(block: Block, name: string, path: readonly string[]): Promise<void> {
    const bytes = await companionBytes(this.#context, name)
    if (!bytes) {
      this.missing.add(name)
      return
    }
    throwIfCancelled(this.#context.signal)
    const drawing = tryOpenDrawing(bytes)
    const model = drawing && findModelSpace(drawing)
    if (!drawing || !model) {
      this.unreadable.add(name)
      return
    }
    if (drawing.isTruncated) this.truncated.add(name)
    prefixNames(drawing, block.name)
    this.joined.attach(block, drawing, model)
    await this.join(drawing, [...path, name.toLowerCase()])
  }
}

function tryOpenDrawing(bytes: Uint8Array): Drawing | null {
  try {
    return openDrawing(bytes)
  } catch (error) {
    if (!(error instanceof TranslationError)) throw error
    return null
  }
}

const sharedNames: ReadonlySet<string> = new Set(['0', 'defpoints', 'continuous', 'bylayer', 'byblock'])

/** Prefixes the layers and line types of an attached drawing with its name, except those that every drawing has. */
function prefixNames({ layers, lineTypes }: Drawing, block: string): void {
  for (const entry of [...layers, ...lineTypes])
    if (!sharedNames.has(entry.name.toLowerCase())) entry.name = `${block}|${entry.name}`
}
