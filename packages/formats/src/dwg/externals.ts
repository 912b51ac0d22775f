import { TranslationError, type ReadContext } from '@kamar/core'
import { BlockTypeFlags, type BlockRecord, type CadDocument, ModelerGeometry } from '@node-projects/acad-ts'
import { lastPathSegment } from '@kamar/codecs/text'
import { companionBytes } from '../kit/textures.js'
import { openDrawing, type OpenDrawing } from './acad-patches/open-drawing.js'
import { isExternal } from './sheets/entities/draw-inserts.js'
import { allEntities } from './acad-patches/all-entities.js'

/** Max nesting of external references, and max number of them in total. */
const deepest = 8
const maxDrawings = 64
/** Offset of body handles per attached drawing: different drawings use the same numbers. */
const handlesPerDrawing = 2 ** 44

/** Result of joining the external references of a drawing. */
export interface JoinedDrawings {
  /** External references that are shown. */
  readonly documents: readonly CadDocument[]
  /** Names of references that are not attached. */
  readonly missing: ReadonlySet<string>
  /** Names of attached references that cannot be read. */
  readonly unreadable: ReadonlySet<string>
  /** Bodies by handle, of the drawing and of its external references. */
  readonly bodies: ReadonlyMap<number, Uint8Array>
}

/** Puts the model space of every attached drawing into the block that refers to it, recursively. */
export async function joinDrawings(open: OpenDrawing, context: ReadContext): Promise<JoinedDrawings> {
  const work = new Joining(context, new Map(open.bodies))
  await work.join(open.document, [])
  return work
}

class Joining implements JoinedDrawings {
  readonly documents: CadDocument[] = []
  readonly missing = new Set<string>()
  readonly unreadable = new Set<string>()
  readonly bodies: Map<number, Uint8Array>
  readonly #context: ReadContext

  constructor(context: ReadContext, bodies: Map<number, Uint8Array>) {
    this.#context = context
    this.bodies = bodies
  }

  async join(document: CadDocument, path: readonly string[]): Promise<void> {
    for (const block of document.blockRecords ?? []) {
      if (!isExternal(block) || [...block.entities].length > 0) continue
      // An overlay reference is hidden where its drawing is attached to another one.
      if (path.length > 0 && (getBlockFlags(block) & BlockTypeFlags.XRefOverlay) !== 0) continue
      const name = lastPathSegment(block.blockEntity.xRefPath ?? '') || `${block.name}.dwg`
      const isCircle = path.includes(name.toLowerCase())
      if (isCircle || path.length >= deepest || this.documents.length >= maxDrawings) continue
      await this.#joinOne(block, name, path)
    }
  }

  async #joinOne(block: BlockRecord, name: string, path: readonly string[]): Promise<void> {
    const bytes = await companionBytes(this.#context, name)
    if (!bytes) {
      this.missing.add(name)
      return
    }
    const open = await this.#open(bytes)
    const model = open?.document.modelSpace
    if (!open || !model) {
      this.unreadable.add(name)
      return
    }
    this.documents.push(open.document)
    nameAfter(block.name, open.document)
    this.#takeBodies(open)
    for (const part of ['entities', 'sortEntitiesTable'] as const)
      Object.defineProperty(block, part, { value: model[part], configurable: true })
    await this.join(open.document, [...path, name.toLowerCase()])
  }

  async #open(bytes: Uint8Array): Promise<OpenDrawing | null> {
    try {
      return await openDrawing(bytes, this.#context)
    } catch (error) {
      if (!(error instanceof TranslationError) || error.failure.code === 'cancelled') throw error
      return null
    }
  }

  #takeBodies({ document, bodies }: OpenDrawing): void {
    const from = this.documents.length * handlesPerDrawing
    for (const [handle, body] of bodies) this.bodies.set(from + handle, body)
    for (const entity of allEntities(document)) if (entity instanceof ModelerGeometry) entity.handle += from
  }
}

const getBlockFlags = ({ blockFlags, blockEntity }: BlockRecord): number => blockFlags | (blockEntity?.flags ?? 0)

const sharedNames: ReadonlySet<string> = new Set(['0', 'defpoints', 'continuous', 'bylayer', 'byblock'])

/** Prefixes the layers and line types of an attached drawing with its name, except those that every drawing has. */
function nameAfter(block: string, document: CadDocument): void {
  for (const entry of [...(document.layers ?? []), ...(document.lineTypes ?? [])])
    if (!sharedNames.has(entry.name.toLowerCase())) entry.name = `${block}|${entry.name}`
}
