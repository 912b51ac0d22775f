import type { Block, Entity } from './entities.js'

/** What a file states of a block besides its entities. */
export interface BlockHeader extends Omit<Block, 'entities' | 'entityCount'> {
  /** Dictionary with the draw order; 0 without one. */
  readonly dictionaryHandle: number
}

/** A block of a file, from which the entities are read each time. */
export abstract class StoredBlock<Header extends BlockHeader> implements Block {
  readonly name: string
  readonly handle: number
  readonly basePoint: Block['basePoint']
  readonly layoutHandle: number
  readonly isExternal: boolean
  readonly isOverlay: boolean
  readonly path: string
  protected readonly header: Header

  constructor(header: Header) {
    this.name = header.name
    this.handle = header.handle
    this.basePoint = header.basePoint
    this.layoutHandle = header.layoutHandle
    this.isExternal = header.isExternal
    this.isOverlay = header.isOverlay
    this.path = header.path
    this.header = header
  }

  abstract get entityCount(): number

  abstract entities(): Iterable<Entity>
}
