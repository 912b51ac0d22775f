import { objectAttribute, type IfcFile } from './ifc-file.js'
import type { SpatialTree } from './spatial-tree.js'

/** Location and directions of an IfcAxis2Placement3D. */
const axisAttributes = [0, 1, 2]
/** In place of the id of a missing statement: nothing is missing. */
const complete = 0

/**
 * Finds the elements with a shape of a truncated file that have no position relative to the others: their placement, or a part of
 * it, is missing. Drawn in the frame of the model they would stand kilometres from their building, whose extents they
 * would ruin. Elements that lack the same statement, such as the placement of their site, are right relative to each
 * other; the largest such group is drawn.
 */
export function findUnplacedNodes(file: IfcFile, tree: SpatialTree): ReadonlySet<number> {
  if (file.index.ended) return new Set()
  const placements = new MissingPlacements(file)
  const groups = new Map<number, number[]>([[complete, []]])
  tree.rows.forEach((row, node) => {
    if (row < 0 || file.rowAt(row, objectAttribute.shape) < 0) return
    const missing = placements.findMissing(row)
    const group = groups.get(missing)
    if (group) group.push(node)
    else groups.set(missing, [node])
  })
  const [, ...unplaced] = [...groups.values()].toSorted((one, other) => other.length - one.length)
  return new Set(unplaced.flat())
}

class MissingPlacements {
  readonly #file: IfcFile
  /** By row of a placement, the id of the first statement that it or its parents lack. */
  readonly #missing = new Map<number, number>()

  constructor(file: IfcFile) {
    this.#file = file
  }

  /** Returns the id of the first statement that the placement of a product lacks; `complete` if there is none. */
  findMissing(product: number): number {
    const dangling = this.#findDangling(product, objectAttribute.placement)
    return dangling === complete ? this.#followChain(this.#file.rowAt(product, objectAttribute.placement)) : dangling
  }

  /** Follows the parents up to one that was computed before; a cycle ends there, too. */
  #followChain(row: number): number {
    const chain: number[] = []
    let missing = complete
    for (let at = row; this.#file.typeOf(at) === 'IFCLOCALPLACEMENT'; at = this.#file.rowAt(at, 0)) {
      const stored = this.#missing.get(at)
      missing = stored ?? this.#findOwnMissing(at)
      if (stored !== undefined) break
      chain.push(at)
      this.#missing.set(at, missing)
      if (missing !== complete) break
    }
    for (const link of chain) this.#missing.set(link, missing)
    return missing
  }

  #findOwnMissing(row: number): number {
    const frame = this.#file.rowAt(row, 1)
    const attributes = this.#file.typeOf(frame) === 'IFCAXIS2PLACEMENT3D' ? axisAttributes : []
    const missing = [
      this.#findDangling(row, 1),
      ...attributes.map((attribute) => this.#findDangling(frame, attribute)),
      this.#findDangling(row, 0),
    ]
    return missing.find((id) => id !== complete) ?? complete
  }

  /** Returns the id of the statement that an attribute refers to if the file lacks it. */
  #findDangling(row: number, attribute: number): number {
    const id = this.#file.at(row, attribute).reference()
    return id > 0 && this.#file.index.findRow(id) < 0 ? id : complete
  }
}
