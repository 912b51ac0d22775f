import { AlignmentCurves } from './alignments/alignment-curves.js'
import { computeLinearFrame } from './alignments/linear-placement.js'
import { readAxisPlacement } from './coordinates.js'
import { GridPlacements } from './grid-placements.js'
import type { IfcFile } from './ifc-file.js'
import { identityMatrix, isFiniteMatrix, multiplyMatrices, type Matrix } from '@kamar/core/math'

/**
 * Transform of an object in the model's frame, in the file's unit. `kernel` marks placements along curves that only the
 * geometry kernel can compute.
 */
export type ResolvedPlacement = Matrix | 'kernel'

/** Placements that are cached; the others are computed again from their parents. */
const maxCached = 16_384

/** Cache of computed placements: in most files thousands of objects share a few. */
export class Placements {
  readonly #file: IfcFile
  readonly #resolved = new Map<number, ResolvedPlacement>()
  readonly #grids: GridPlacements
  /** Curves of linear placements and of solids swept along an alignment. */
  readonly alignments: AlignmentCurves
  /** Placements that refer to themselves through their parents; their parent is ignored. */
  readonly cyclic = new Set<number>()
  /** Grid placements that could not be computed. */
  readonly unresolved = new Set<number>()

  constructor(file: IfcFile) {
    this.#file = file
    this.#grids = new GridPlacements(file)
    this.alignments = new AlignmentCurves(file)
  }

  /** Returns the placement of a row (-1: the model's own frame). */
  of(row: number): ResolvedPlacement {
    const chain = this.#unknownChain(row)
    let placement: ResolvedPlacement = this.#resolved.get(chain.base) ?? identityMatrix
    for (const link of chain.links.toReversed()) {
      placement = this.#compose(placement, link)
      if (this.#resolved.size >= maxCached) this.#resolved.clear()
      this.#resolved.set(link, placement)
    }
    return placement
  }

  /** Lists the placements from `row` up to the first cached one; a repeated placement ends the chain. */
  #unknownChain(row: number): { links: number[]; base: number } {
    const links: number[] = []
    const visited = new Set<number>()
    let at = row
    while (at >= 0 && !this.#resolved.has(at)) {
      if (visited.has(at)) {
        this.cyclic.add(at)
        return { links, base: -1 }
      }
      visited.add(at)
      links.push(at)
      at = this.#parent(at)
    }
    return { links, base: at }
  }

  #parent(row: number): number {
    const typeName = this.#file.typeOf(row)
    if (typeName === 'IFCGRIDPLACEMENT') return this.#grids.gridPlacementRow(row)
    return typeName === 'IFCLOCALPLACEMENT' ? this.#file.rowAt(row, 0) : -1
  }

  #compose(parent: ResolvedPlacement, row: number): ResolvedPlacement {
    const typeName = this.#file.typeOf(row)
    if (typeName === 'IFCLINEARPLACEMENT') return this.#linearFrame(row)
    if (parent === 'kernel') return 'kernel'
    const own = typeName === 'IFCGRIDPLACEMENT' ? this.#gridFrame(row) : this.#localFrame(row)
    return own === null ? parent : multiplyMatrices(parent, own)
  }

  #linearFrame(row: number): ResolvedPlacement {
    const frame = computeLinearFrame(this.#file, row, this.alignments)
    return frame && isFiniteMatrix(frame) ? frame : 'kernel'
  }

  #localFrame(row: number): Matrix | null {
    const frame = readAxisPlacement(this.#file, this.#file.rowAt(row, 1))
    return frame && isFiniteMatrix(frame) ? frame : null
  }

  #gridFrame(row: number): Matrix | null {
    const frame = this.#grids.computeFrame(row)
    if (!frame) this.unresolved.add(row)
    return frame
  }
}
