import { type PageSource, SheetReader } from '@kamar/exporters/pages'
import type { Manifest } from '@kamar/package-format/read'
import {
  type ComposedDrawing,
  composeDrawing,
  type GlyphFaces,
  pageOfSheet,
  type SheetDrawing,
} from '@kamar/packager/sheets'
import type { ModelPlan, PackageLoader, PlanExtension, SheetLayerState, SheetView, Viewer } from '@kamar/viewer'
import type { North } from './page/north-arrow.js'
import type { PageBox, PaperSize } from './page/page-setup.js'
import { createPlanSheet } from './page/plan-sheet.js'
import { PrintError } from './print-error.js'
import type { PrintItem } from './print-items.js'

/** What a page depends on besides its paper. */
export interface ContentStyle {
  readonly scale: number
  readonly isHatched: boolean
  readonly hasSpaces: boolean
}

/** A page whose content has been read or computed. */
export interface LoadedItem {
  readonly box: PageBox
  readonly millimetresPerUnit: number
  readonly own: PaperSize | null
  readonly north: North | null
  /** Returns the point of the content at the centre of the screen; null if the screen shows something else. */
  findScreenCenter(): readonly [number, number] | null
  createSource(style: ContentStyle): PageSource
  /** The plan in metres with its entities, for DXF; null for sheets. */
  createPlan(style: ContentStyle): ComposedDrawing | null
}

/** Texts of plans in the language of the interface. */
export interface PlanLabels {
  readonly formatArea: (squareMetres: number) => string
  readonly trueNorth: string
  readonly modelNorth: string
}

/** Context of a plan. */
export interface PlanContext {
  readonly viewer: Viewer
  readonly labels: PlanLabels
  readonly faces: GlyphFaces
  readonly signal: AbortSignal
  readonly onFraction: (fraction: number) => void
}

/** Computes a storey plan or a section. */
export async function loadPlan(
  item: Exclude<PrintItem, { kind: 'sheet' }>,
  name: string,
  context: PlanContext,
): Promise<LoadedItem> {
  const { viewer, labels, faces, signal, onFraction } = context
  const plans = (await viewer.loadExtension('kamar.plan')) as PlanExtension
  const plan =
    item.kind === 'storey'
      ? await plans.computeStorey({ ...item, signal, onFraction })
      : await plans.computeSection({ ...item, signal, onFraction })
  const tree = viewer.model?.treeNow
  const manifest = viewer.model?.manifest
  if (plan === null || !tree || !manifest || !Number.isFinite(plan.box[0])) throw new PrintError('empty-plan', name)
  const shift = computeShift(plan, manifest)
  const createPlan = cacheLast(({ scale, isHatched, hasSpaces }: ContentStyle): ComposedDrawing =>
    composeDrawing(
      createPlanSheet(name, plan, {
        scale,
        isHatched,
        hasSpaces,
        shift,
        getClassName: (element) => tree.classNames[tree.classIndex[element] ?? 0] || 'Element',
        getSourceId: (element) => tree.sourceId(element),
        formatArea: labels.formatArea,
        computeHatchLines: (loops, pattern) => plans.computeHatchLines(loops, pattern),
      }),
      faces,
    ),
  )
  const [left, bottom, right, top] = plan.box
  return {
    box: [left + shift[0], bottom + shift[1], right + shift[0], top + shift[1]],
    millimetresPerUnit: 1000,
    own: null,
    north: item.kind === 'storey' ? computeNorth(manifest, labels) : null,
    findScreenCenter: () => {
      const { target } = viewer.camera.view
      return [dot(plan.right, target) + shift[0], dot(plan.up, target) + shift[1]]
    },
    createSource: (style) => ({ drawings: [createPlan(style)], number: 0 }),
    createPlan,
  }
}

/** Returns a function that composes again only after a change: a preview is painted in several parts. */
function cacheLast(compose: (style: ContentStyle) => ComposedDrawing): (style: ContentStyle) => ComposedDrawing {
  let last: { readonly key: string; readonly drawing: ComposedDrawing } | null = null
  return (style) => {
    const key = JSON.stringify(style)
    if (last?.key !== key) last = { key, drawing: compose(style) }
    return last.drawing
  }
}

/** Returns the origin of the source in the plan, so that plans have its coordinates and sections its heights. */
function computeShift({ right, up }: ModelPlan, { origin }: Manifest): readonly [number, number] {
  return [dot(right, origin), dot(up, origin)]
}

const dot = (a: ModelPlan['right'], b: ModelPlan['right']): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]

/** The rotation is that of the model's x axis from east, so north is rotated the other way on a plan. */
function computeNorth({ georeference }: Manifest, labels: PlanLabels): North {
  const rotation = georeference?.rotationDegrees
  if (rotation === undefined) return { degrees: 0, label: labels.modelNorth, isTrue: false }
  return { degrees: -rotation, label: labels.trueNorth, isTrue: true }
}

/** Context of a sheet. */
export interface SheetContext {
  readonly manifest: Manifest
  readonly loader: PackageLoader
  /** Layers as displayed; the sheet's own states for those that are missing. */
  readonly layers: readonly SheetLayerState[]
  readonly view: SheetView | null
}

/** Reads a sheet of the package with those that its viewports show. */
export async function loadSheet(number: number, { manifest, loader, layers, view }: SheetContext): Promise<LoadedItem> {
  const { signal } = new AbortController()
  await loader.fetchManifest(signal)
  const reader = new SheetReader({
    manifest,
    file: async (path) => new Uint8Array(await loader.fetchFile(path, signal)),
  })
  const { info } = await reader.read(number)
  const drawings = reader.drawings.map((drawing) => withLayers(drawing, layers))
  const page = pageOfSheet(info)
  const isModel = info.kind === 'model'
  const { min, max } = isModel ? info.core : page
  const size = { width: max[0] - min[0], height: max[1] - min[1] }
  const unit = info.millimetresPerUnit
  return {
    box: [min[0], min[1], max[0], max[1]],
    millimetresPerUnit: unit,
    own: isModel ? null : { width: size.width * unit, height: size.height * unit },
    north: null,
    findScreenCenter: () => {
      if (view?.openSheet !== number) return null
      const { free } = view.camera
      return view.camera.placeAt(free.x, free.y)
    },
    createSource: () => ({ drawings, number }),
    createPlan: () => null,
  }
}

/** Applies the layers that are displayed. */
function withLayers(drawing: SheetDrawing, states: readonly SheetLayerState[]): SheetDrawing {
  const visibility = new Map(states.map(({ name, isShown }) => [name, isShown]))
  const layers = drawing.info.layers.map((layer) => {
    const isShown = visibility.get(layer.name)
    return isShown === undefined ? layer : { ...layer, on: isShown, frozen: layer.frozen && !isShown }
  })
  return { ...drawing, info: { ...drawing.info, layers } }
}
