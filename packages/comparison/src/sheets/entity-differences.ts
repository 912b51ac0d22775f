import type { SheetText } from '@kamar/package-format/sheets'
import type { SheetContent } from './sheet-content.js'

/** Bits of `SheetChange.parts`: the changed parts of an entity. */
export const sheetPart = {
  shape: 1,
  placement: 2,
  text: 4,
  layer: 8,
  compareAppearance: 16,
  identity: 32,
  window: 64,
} as const

/** A text that differs, or that only one version has. */
export interface TextChange {
  readonly before: string | null
  readonly after: string | null
}

/**
 * Maximum deviation of a decoded point from its original position, in steps (`sheet-points.ts` keeps it below 17); it
 * depends on all points written before. On a sheet of 100 m this is 0.1 mm.
 */
const maxDriftSteps = 17
/** Maximum number of compared texts per entity; a block with more attributes is a table. */
const maxTextChanges = 200

/** Comparer of entities of two sheet versions; lengths in sheet units. */
export class EntityComparer {
  readonly older: SheetContent
  readonly newer: SheetContent
  readonly #restTolerance: number
  readonly #moveTolerance: number

  constructor(older: SheetContent, newer: SheetContent) {
    this.older = older
    this.newer = newer
    const [old, now] = [older.version.info, newer.version.info]
    const drift = maxDriftSteps * (old.step + now.step)
    this.#restTolerance = drift
    this.#moveTolerance = drift * 2
  }

  /** Compares an entity with its partner and returns `sheetPart` bits; 0 when there is no difference. */
  computeDifferences(before: number, after: number): number {
    const { older, newer } = this
    const hasOtherText = this.#hasOtherText(before, after)
    const isNamedOtherwise = older.types[before] !== newer.types[after] || older.names[before] !== newer.names[after]
    return (
      this.#geometry(before, after, hasOtherText) |
      (hasOtherText ? sheetPart.text : 0) |
      (older.layers[before] === newer.layers[after] ? 0 : sheetPart.layer) |
      this.#compareAppearance(before, after, hasOtherText) |
      (isNamedOtherwise ? sheetPart.identity : 0) |
      (this.#isOtherWindow(before, after) ? sheetPart.window : 0)
    )
  }

  /** Returns the texts that differ, compared in order; if their numbers differ, texts common to both are omitted. */
  textChanges(before: number, after: number): readonly TextChange[] {
    const [old, now] = [this.older.listStrings(before), this.newer.listStrings(after)]
    const changes: TextChange[] = []
    if (old.length === now.length) {
      old.forEach((text, at) => text !== now[at] && changes.push({ before: text, after: now[at] }))
    } else {
      const [inOld, inNow] = [new Set(old), new Set(now)]
      const removed = old.filter((text) => !inNow.has(text))
      const added = now.filter((text) => !inOld.has(text))
      for (let at = 0; at < Math.max(removed.length, added.length); at++)
        changes.push({ before: removed[at] ?? null, after: added[at] ?? null })
    }
    return changes.slice(0, maxTextChanges)
  }

  #hasOtherText(before: number, after: number): boolean {
    const { older, newer } = this
    const count = older.textsByEntity.getCount(before)
    if (count !== newer.textsByEntity.getCount(after)) return true
    for (let at = 0; at < count; at++) {
      const [old, now] = [older.text(older.textsByEntity.at(before, at)), newer.text(newer.textsByEntity.at(after, at))]
      if (old.string !== now.string) return true
    }
    return false
  }

  #geometry(before: number, after: number, hasOtherText: boolean): number {
    const { older, newer } = this
    const shift: readonly [number, number] = [
      newer.anchor[after * 2] - older.anchor[before * 2],
      newer.anchor[after * 2 + 1] - older.anchor[before * 2 + 1],
    ]
    if (this.#isSame({ before, after, shift: [0, 0], tolerance: this.#restTolerance, hasOtherText })) return 0
    const isMoved = Math.hypot(...shift) > this.#restTolerance
    const shiftedPair = { before, after, shift, tolerance: this.#moveTolerance, hasOtherText }
    return isMoved && this.#isSame(shiftedPair) ? sheetPart.placement : sheetPart.shape
  }

  #isSame(pair: ComparedPair): boolean {
    return (
      this.#areLinesSame(pair) &&
      this.#areFillsSame(pair) &&
      this.#areTextsSame(pair) &&
      this.#areImagesSame(pair) &&
      this.#areClipsSame(pair)
    )
  }

  #areLinesSame(pair: ComparedPair): boolean {
    const { before, after } = pair
    const [old, now] = [this.older.linesByEntity, this.newer.linesByEntity]
    const count = old.getCount(before)
    if (count !== now.getCount(after)) return false
    let isSame = true
    for (let at = 0; isSame && at < count; at++) isSame = this.#isLineSame(old.at(before, at), now.at(after, at), pair)
    // Lines are stored by style: other style numbers change the order of the same lines.
    if (isSame || count < 2) return isSame
    const order = this.#inOrder(this.older, old.of(before), pair.shift)
    const others = this.#inOrder(this.newer, now.of(after), [0, 0])
    return order.every((line, at) => this.#isLineSame(line, others[at], pair))
  }

  /** Sorts lines by number of points and, coarsely, by first point. */
  #inOrder({ lines, version }: SheetContent, numbers: readonly number[], shift: readonly [number, number]): number[] {
    const coarse = this.#moveTolerance * 32
    const keys = new Map(
      numbers.map((line) => {
        const first = lines.start[line] * 2
        const index = [0, 1].map((axis) =>
          Math.round(
            (version.info.origin[axis] + lines.points[first + axis] * version.info.step + shift[axis]) / coarse,
          ),
        )
        return [line, [lines.start[line + 1] - lines.start[line], ...index]]
      }),
    )
    const keyOf = (line: number): readonly number[] => keys.get(line) ?? []
    return numbers.toSorted((one, other) => {
      const [a, b] = [keyOf(one), keyOf(other)]
      return a[0] - b[0] || a[1] - b[1] || a[2] - b[2]
    })
  }

  #isLineSame(before: number, after: number, pair: ComparedPair): boolean {
    const [old, now] = [this.older.lines, this.newer.lines]
    return old.closed[before] === now.closed[after] && this.#areRunsSame([old, before], [now, after], pair)
  }

  #areFillsSame(pair: ComparedPair): boolean {
    const { before, after } = pair
    const [old, now] = [this.older.version.fills, this.newer.version.fills]
    const count = this.older.fillsByEntity.getCount(before)
    if (count !== this.newer.fillsByEntity.getCount(after)) return false
    if (old === null || now === null) return true
    for (let at = 0; at < count; at++) {
      const runs = [this.older.fillsByEntity.at(before, at), this.newer.fillsByEntity.at(after, at)] as const
      if (!this.#areRunsSame([old, runs[0]], [now, runs[1]], pair)) return false
    }
    return true
  }

  #areRunsSame([old, before]: RunOf, [now, after]: RunOf, { shift, tolerance }: ComparedPair): boolean {
    const [from, other] = [old.start[before], now.start[after]]
    const count = old.start[before + 1] - from
    if (count !== now.start[after + 1] - other) return false
    const [a, b] = [this.older.version.info, this.newer.version.info]
    for (let axis = 0; axis < 2; axis++) {
      const begin = a.origin[axis] + shift[axis] - b.origin[axis]
      for (let point = 0; point < count; point++) {
        const distance =
          begin + old.points[(from + point) * 2 + axis] * a.step - now.points[(other + point) * 2 + axis] * b.step
        if (Math.abs(distance) > tolerance) return false
      }
    }
    return true
  }

  #areTextsSame({ before, after, shift, tolerance, hasOtherText }: ComparedPair): boolean {
    const { older, newer } = this
    const count = Math.min(older.textsByEntity.getCount(before), newer.textsByEntity.getCount(after))
    const [a, b] = [older.version.info, newer.version.info]
    for (let at = 0; at < count; at++) {
      const [old, now] = [older.text(older.textsByEntity.at(before, at)), newer.text(newer.textsByEntity.at(after, at))]
      const isPlaced = [0, 1].every((axis) => {
        const distance =
          a.origin[axis] + old.origin[axis] * a.step + shift[axis] - b.origin[axis] - now.origin[axis] * b.step
        return Math.abs(distance) <= tolerance
      })
      if (!isPlaced || !areFramesSame(old, now) || (!hasOtherText && !areSizesSame(old, now))) return false
    }
    return true
  }

  #areImagesSame({ before, after, shift, tolerance }: ComparedPair): boolean {
    const [old, now] = [this.older.imagesByEntity.of(before), this.newer.imagesByEntity.of(after)]
    return (
      old.length === now.length &&
      old.every((number, at) => {
        const [one, other] = [this.older.version.info.images[number], this.newer.version.info.images[now[at]]]
        const shiftedOrigin = [one.origin[0] + shift[0], one.origin[1] + shift[1]]
        return (
          areNear(shiftedOrigin, other.origin, tolerance) &&
          areNear([...one.xAxis, ...one.yAxis], [...other.xAxis, ...other.yAxis], tolerance)
        )
      })
    )
  }

  #areClipsSame({ before, after, shift, tolerance }: ComparedPair): boolean {
    const [old, now] = [this.older.viewportsByEntity.of(before), this.newer.viewportsByEntity.of(after)]
    return (
      old.length === now.length &&
      old.every((number, at) => {
        const rings = this.older.version.info.viewports[number].clip
        const others = this.newer.version.info.viewports[now[at]].clip
        return (
          rings.length === others.length &&
          rings.every((ring, index) =>
            areNear(
              ring.map((value, index) => value + shift[index % 2]),
              others[index],
              tolerance,
            ),
          )
        )
      })
    )
  }

  /** Returns whether a viewport differs in scale, position, sheet or frozen layers. */
  #isOtherWindow(before: number, after: number): boolean {
    const [old, now] = [this.older.viewportsByEntity.of(before), this.newer.viewportsByEntity.of(after)]
    return old.some((number, at) => {
      const one = this.older.version.info.viewports[number]
      const other = this.newer.version.info.viewports[now[at] ?? -1]
      if (other === undefined) return false
      const largest = Math.max(...one.matrix.map(Math.abs), 1)
      return (
        one.frozenLayers.length !== other.frozenLayers.length ||
        (one.shows === null) !== (other.shows === null) ||
        !areNear(one.matrix, other.matrix, largest * 1e-9)
      )
    })
  }

  #compareAppearance(before: number, after: number, hasOtherText: boolean): number {
    const [old, now] = [collectStyles(this.older, before), collectStyles(this.newer, after)]
    // A different text may have fragments in other colours, which is reported as a change of the text only.
    const isOther = hasOtherText ? false : !areSetsEqual(old.appearances, now.appearances)
    return (isOther ? sheetPart.compareAppearance : 0) | (areSetsEqual(old.layers, now.layers) ? 0 : sheetPart.layer)
  }
}

interface ComparedPair {
  readonly before: number
  readonly after: number
  readonly shift: readonly [number, number]
  readonly tolerance: number
  readonly hasOtherText: boolean
}

type RunOf = readonly [{ readonly start: Uint32Array; readonly points: Int32Array }, number]

/** Collects the appearances and layers of all parts of an entity. */
function collectStyles(content: SheetContent, entity: number): { appearances: Set<string>; layers: Set<string> } {
  const { version, lines, linesByEntity, fillsByEntity, textsByEntity, imagesByEntity } = content
  const { styles, layers, images } = version.info
  const used = new Set<number>()
  for (let at = 0; at < linesByEntity.getCount(entity); at++) used.add(lines.style[linesByEntity.at(entity, at)])
  for (let at = 0; at < fillsByEntity.getCount(entity); at++)
    used.add(version.fills?.style[fillsByEntity.at(entity, at)] ?? 0)
  for (let at = 0; at < textsByEntity.getCount(entity); at++) {
    const text = content.text(textsByEntity.at(entity, at))
    used.add(text.style)
    for (const { style } of text.runs) used.add(style)
  }
  const sets = { appearances: new Set<string>(), layers: new Set<string>() }
  for (const style of used) {
    sets.appearances.add(content.appearances[style])
    sets.layers.add(layers[styles[style].layer].name)
  }
  for (const image of imagesByEntity.of(entity)) sets.layers.add(layers[images[image].layer]?.name ?? '')
  return sets
}

const areSetsEqual = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value))

const areNear = (one: readonly number[], other: readonly number[], tolerance: number): boolean =>
  one.length === other.length && one.every((value, at) => Math.abs(value - other[at]) <= tolerance)

/** Relative rounding error of a size: frames are stored with 32 bits. */
const sizeTolerance = 1e-4

const areFramesSame = (old: SheetText, now: SheetText): boolean => {
  const [one, other] = [
    [...old.xAxis, ...old.yAxis],
    [...now.xAxis, ...now.yAxis],
  ]
  return areNear(one, other, Math.max(...one.map(Math.abs)) * sizeTolerance)
}

/**
 * Returns whether character heights and the text size are equal: another font or another line break counts as another
 * shape.
 */
const areSizesSame = (old: SheetText, now: SheetText): boolean =>
  areNear(old.box, now.box, Math.max(...old.box.map(Math.abs)) * sizeTolerance)
