import { objectAttribute, type IfcFile } from './ifc-file.js'
import type { SpatialTree } from './spatial-tree.js'

/** Location and directions of an IfcAxis2Placement3D. */
const axisAttributes = [0, 1, 2]

/**
 * Finds the elements whose placement, or a part of it, is missing because the file is truncated. Drawn in the frame of
 * the model they would stand kilometres from their building, whose extents they would ruin.
 */
export function findUnplacedNodes(file: IfcFile, tree: SpatialTree): ReadonlySet<number> {
  if (file.index.ended) return new Set()
  const placements = new MissingPlacements(file)
  const nodes = new Set<number>()
  tree.rows.forEach((row, node) => {
    if (row >= 0 && placements.isUnplaced(row)) nodes.add(node)
  })
  return nodes
}

class MissingPlacements {
  readonly #file: IfcFile
  /** By row of a placement, whether a part of it or of its parents is missing. */
  readonly #isIncomplete = new Map<number, boolean>()

  constructor(file: IfcFile) {
    this.#file = file
  }

  isUnplaced(product: number): boolean {
    if (this.#isDangling(product, objectAttribute.placement)) return true
    return this.#isChainIncomplete(this.#file.rowAt(product, objectAttribute.placement))
  }

  /** Follows the parents up to one that was computed before; a cycle ends there, too. */
  #isChainIncomplete(row: number): boolean {
    const chain: number[] = []
    let isIncomplete = false
    for (let at = row; this.#file.typeOf(at) === 'IFCLOCALPLACEMENT'; at = this.#file.rowAt(at, 0)) {
      const stored = this.#isIncomplete.get(at)
      isIncomplete = stored ?? this.#isOwnFrameIncomplete(at)
      if (stored !== undefined || isIncomplete) break
      this.#isIncomplete.set(at, false)
      chain.push(at)
    }
    if (isIncomplete) for (const link of [row, ...chain]) this.#isIncomplete.set(link, true)
    return isIncomplete
  }

  #isOwnFrameIncomplete(row: number): boolean {
    if (this.#isDangling(row, 0) || this.#isDangling(row, 1)) return true
    const frame = this.#file.rowAt(row, 1)
    return (
      this.#file.typeOf(frame) === 'IFCAXIS2PLACEMENT3D' &&
      axisAttributes.some((attribute) => this.#isDangling(frame, attribute))
    )
  }

  /** Returns whether an attribute refers to a statement that the file lacks. */
  #isDangling(row: number, attribute: number): boolean {
    const id = this.#file.at(row, attribute).reference()
    return id > 0 && this.#file.index.findRow(id) < 0
  }
}
