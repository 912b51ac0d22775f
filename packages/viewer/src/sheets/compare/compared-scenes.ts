import type { LoadedSheet, SheetFiles } from '../loaded-sheet.js'
import type { SheetPaper } from '../sheet-api.js'
import type { SheetLayers } from '../render/sheet-layers.js'
import type { SheetRenderer } from '../render/sheet-renderer.js'
import type { GpuSheet } from '../render/sheet-pass.js'
import { SheetScene, type SceneView } from '../render/sheet-scene.js'
import type { ComparedEntity, DisplayedVersion, ComparedPick, ComparedSheet, ComparedSide } from './compare-api.js'
import { isEmptySubset, sheetSubset } from './sheet-subset.js'
import { tintedRows } from './tinted-rows.js'

/** Status by number in `ComparedSheet.findKinds`. */
const kindNumbers: Readonly<Record<ComparedEntity, number>> = { same: 0, added: 1, removed: 2, changed: 3 }

/** Statuses of each version, in drawing order from bottom to top. */
const kindsBySide: Readonly<Record<ComparedSide, readonly ComparedEntity[]>> = {
  older: ['same', 'removed', 'changed'],
  newer: ['same', 'changed', 'added'],
}

/** Opacity of the older state of changed entities below the newer one. */
const earlierOpacity = 0.4
/** Minimum line width of changes, pixels. */
const minChangePixels = 2

/** One version of a sheet and the sheets visible through its viewports. */
export interface OpenVersion {
  readonly side: ComparedSide
  readonly open: LoadedSheet
  readonly sheets: ReadonlyMap<number, LoadedSheet>
  readonly files: SheetFiles
}

/** Entities of one version with the same status, in one colour. */
export interface ComparedScene {
  readonly side: ComparedSide
  readonly kind: ComparedEntity
  readonly scene: SheetScene
}

/** Highlighted entities on the GPU. */
export interface Marked {
  readonly pick: ComparedPick
  readonly outline: LoadedSheet
  readonly gpuSheet: GpuSheet
}

/** Dependencies of the scenes. */
export interface ComparedSceneParts {
  readonly renderer: SheetRenderer
  readonly layers: SheetLayers
  readonly paper: SheetPaper
}

/** GPU scenes of both versions of a sheet, by the status of their entities. */
export class ComparedScenes {
  readonly versions: readonly OpenVersion[]
  readonly #renderer: SheetRenderer
  readonly #scenes: readonly ComparedScene[]
  #displayed: DisplayedVersion = 'both'
  #visibleKinds: ReadonlySet<ComparedEntity> = new Set(Object.keys(kindNumbers) as ComparedEntity[])

  constructor(versions: readonly OpenVersion[], sheet: ComparedSheet, parts: ComparedSceneParts) {
    this.versions = versions
    this.#renderer = parts.renderer
    this.#scenes = versions.flatMap((version) =>
      kindsBySide[version.side].flatMap((kind) => this.#findScene(version, kind, { sheet, parts })),
    )
  }

  /** The newer version, or the older one if there is no newer. */
  get main(): OpenVersion | undefined {
    return this.versions.find(({ side }) => side === 'newer') ?? this.versions[0]
  }

  show(displayed: DisplayedVersion, visibleKinds: ReadonlySet<ComparedEntity>): void {
    this.#displayed = displayed
    this.#visibleKinds = visibleKinds
    this.restyle()
  }

  setPaper(paper: SheetPaper): void {
    for (const { scene } of this.#scenes) scene.paper = paper
    this.restyle()
  }

  restyle(): void {
    for (const { scene } of this.#scenes) scene.restyle()
  }

  /** Returns any scene of a version, for drawing over it. */
  findScene(side: ComparedSide): SheetScene | undefined {
    return this.#scenes.find((one) => one.side === side)?.scene
  }

  /** Returns the visible scenes of a display mode, from bottom to top; side by side, those of `displayed`. */
  listVisibleScenes(displayed: DisplayedVersion): readonly ComparedScene[] {
    return this.#scenes
      .filter(({ side, kind }) => this.#visibleKinds.has(kind) && isDrawn(displayed, side, kind))
      .toSorted(byOrder)
  }

  draw(displayed: DisplayedVersion, view: SceneView): void {
    for (const { kind, scene } of this.listVisibleScenes(displayed)) {
      if (kind !== 'same') this.#renderer.beginOver()
      scene.draw(kind === 'same' ? view : { ...view, minLinePixels: minChangePixels })
    }
  }

  async loadPhotos(changed: () => void): Promise<void> {
    for (const { side, scene } of this.#scenes) {
      const version = this.versions.find((one) => one.side === side)
      if (version) await scene.loadPhotos(version.files, changed)
    }
  }

  dispose(): void {
    for (const { scene } of this.#scenes) scene.dispose()
  }

  #findScene(
    { side, open, sheets }: OpenVersion,
    kind: ComparedEntity,
    { sheet, parts }: { readonly sheet: ComparedSheet; readonly parts: ComparedSceneParts },
  ): ComparedScene[] {
    const subsets = [...sheets.values()].map((fullSheet) => {
      const kinds = sheet.findKinds(side, fullSheet.number)
      return sheetSubset(fullSheet, (entity) => (kinds?.[entity] ?? 0) === kindNumbers[kind])
    })
    const own = subsets.find(({ number }) => number === open.number)
    // The scene of unchanged entities stays: selections and clouds are drawn with it.
    if (!own || (kind !== 'same' && subsets.every(isEmptySubset))) return []
    const opacity = (): number =>
      kind === 'changed' && side === 'older' && this.#displayed === 'both' ? earlierOpacity : 1
    const scene = new SheetScene(new Map(subsets.map((subset) => [subset.number, subset])), own, {
      ...parts,
      rowsOf: tintedRows(kind, opacity),
    })
    return [{ side, kind, scene }]
  }
}

/** Unchanged entities are drawn once if both versions are overlaid. */
function isDrawn(displayed: DisplayedVersion, side: ComparedSide, kind: ComparedEntity): boolean {
  if (displayed === 'before') return side === 'older'
  if (displayed === 'after') return side === 'newer'
  return kind !== 'same' || side === 'newer'
}

const order = ['same newer', 'same older', 'removed older', 'changed older', 'changed newer', 'added newer']
const byOrder = (one: ComparedScene, other: ComparedScene): number =>
  order.indexOf(`${one.kind} ${one.side}`) - order.indexOf(`${other.kind} ${other.side}`)
