import { listStoreys, storeyOfElements, type ModelTree } from '@kamar/package-format/read'
import type { ElementBoxes } from '../../engine/model/model-geometry.js'

/** A storey of the model. */
export interface Storey {
  readonly element: number
  readonly name: string
  /** Height at which its walls, columns and doors stand, metres in model coordinates. */
  readonly floor: number
  /** Whether the storey has a door to enter by. */
  readonly hasDoor: boolean
}

/** Tolerance of a height that belongs to the floor above it, metres. */
const heightTolerance = 0.3
/** Classes of elements that stand on the floor of their storey. */
const floorClass = /wall|column|door|stair|furni/i

/** Returns the storeys with elements on them, the lowest first. */
export function storeyList(tree: ModelTree, { boxes }: ElementBoxes): Storey[] {
  const storeyOf = storeyOfElements(tree)
  const entries = new Map<number, FoundStorey>()
  for (let element = 0; element < tree.count; element++) {
    const storey = storeyOf[element]
    const bottom = boxes[element * 6 + 2]
    if (storey < 0 || !Number.isFinite(bottom)) continue
    const entry = entries.get(storey) ?? { lowest: Infinity, bottoms: [], hasDoor: false }
    const className = tree.classNames[tree.classIndex[element]]
    entry.lowest = Math.min(entry.lowest, bottom)
    if (floorClass.test(className)) entry.bottoms.push(bottom)
    entry.hasDoor ||= /door/i.test(className)
    entries.set(storey, entry)
  }
  const storeys = listStoreys(tree).flatMap((element) => {
    const entry = entries.get(element)
    if (entry === undefined) return []
    const { bottoms, lowest, hasDoor } = entry
    return [{ element, name: tree.name(element), floor: median(bottoms) ?? lowest, hasDoor }]
  })
  return storeys.toSorted((a, b) => a.floor - b.floor)
}

/** Returns the storeys whose floor is below a height first, the nearest of them at the start. */
export function sortByHeight(storeys: readonly Storey[], height: number): Storey[] {
  const isAbove = ({ floor }: Storey): number => Number(floor > height + heightTolerance)
  const distance = ({ floor }: Storey): number => Math.abs(floor - height)
  return storeys.toSorted((a, b) => isAbove(a) - isAbove(b) || distance(a) - distance(b))
}

interface FoundStorey {
  lowest: number
  readonly bottoms: number[]
  hasDoor: boolean
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
}
