import type { SheetInfo, SheetViewport } from '@kamar/package-format'
import type { ComposedSheet } from './compose-sheet.js'
import { fontUse } from './replaced-fonts.js'
import { computeLongSide } from './sheet-extents.js'
import type { SheetStore } from './sheet-store.js'

/** Paths of the files of a sheet. */
interface SheetPaths extends Pick<SheetInfo, 'lineFiles' | 'fillFile' | 'textFile' | 'entityFile' | 'propertyFiles'> {
  /** Returns the path in the package of the image with this number. */
  readonly getImagePath: (image: number) => string
}

/** Returns the grid of a sheet's points; a sheet without content has any. */
export const getGrid = (composed: ComposedSheet | null): ComposedSheet['grid'] =>
  composed?.grid ?? { origin: [0, 0], step: 1 }

const noPosition = { min: [0, 0], max: [0, 0] } as const

/** Creates the description of a composed sheet. */
export function createSheetInfo(
  store: SheetStore,
  composed: ComposedSheet | null,
  { getImagePath, ...paths }: SheetPaths,
): SheetInfo {
  const { input } = store
  const { origin, step } = getGrid(composed)
  const paper = input.paper ?? null
  return {
    format: 'kamar-sheet',
    version: 1,
    name: input.name,
    kind: input.kind,
    unitName: input.unitName,
    millimetresPerUnit: input.millimetresPerUnit,
    paper,
    toScene: input.toScene ?? modelPlacement(store),
    origin: [origin[0], origin[1]],
    step,
    extents: composed?.extents ?? paper ?? noPosition,
    core: chooseCore(composed, paper),
    levels: composed?.levels.count ?? 1,
    layers: store.layers,
    lineTypes: store.lineTypes,
    styles: store.styles.values.map((style) => ({
      layer: style.layer,
      color: style.color,
      lineWeightMillimetres: style.lineWeightMillimetres,
      lineType: style.lineType,
      lineTypeScale: style.lineTypeScale ?? 1,
      widthUnits: style.widthUnits ?? 0,
      opacity: style.opacity ?? 1,
    })),
    fonts: store.fonts.values.map(fontUse),
    images: toImages(store, composed, getImagePath),
    viewports: toViewports(store, composed),
    ...paths,
    counts: computeCounts(store, composed),
    ...(input.thinLines === true && { thinLines: true }),
  }
}

/** Ratio of content to paper above which a drawing was not made for its paper. */
const oversize = 3

/** Returns the initial view: the paper, unless the content lies beside it or is far larger. */
function chooseCore(composed: ComposedSheet | null, paper: SheetInfo['paper']): SheetInfo['core'] {
  if (composed === null) return paper ?? noPosition
  const { core } = composed
  if (paper === null) return core
  const isSeparate =
    core.min.some((value, axis) => value > paper.max[axis]) || core.max.some((value, axis) => value < paper.min[axis])
  return isSeparate || computeLongSide(core) > oversize * computeLongSide(paper) ? core : paper
}

function modelPlacement({ input }: SheetStore): number[] | null {
  const metres = input.millimetresPerUnit / 1000
  return input.kind === 'model' ? [metres, 0, 0, 0, metres, 0, 0, 0, metres, 0, 0, 0] : null
}

function toImages(
  store: SheetStore,
  composed: ComposedSheet | null,
  getImagePath: (image: number) => string,
): SheetInfo['images'] {
  return store.images.map(({ entity, layer, picture: image, origin, xAxis, yAxis, clip, opacity }, number) => ({
    entity,
    level: composed?.levels.images[number] ?? 0,
    layer,
    picture: getImagePath(image),
    origin,
    xAxis,
    yAxis,
    clip: (clip ?? []).map((ring) => [...ring]),
    opacity: opacity ?? 1,
  }))
}

function toViewports(store: SheetStore, composed: ComposedSheet | null): SheetViewport[] {
  return store.viewports.map((viewport, number) => ({
    entity: viewport.entity,
    level: composed?.levels.viewports[number] ?? 0,
    shows: viewport.shows,
    matrix: viewport.matrix,
    millimetresPerUnit: viewport.millimetresPerUnit,
    clip: viewport.clip.map((ring) => [...ring]),
    frozenLayers: viewport.frozenLayers,
    lineTypeScale: viewport.lineTypeScale ?? 1,
  }))
}

function computeCounts(store: SheetStore, composed: ComposedSheet | null): SheetInfo['counts'] {
  const { rules, areas, texts } = composed ?? { rules: [], areas: [], texts: { texts: [], glyph: [] } }
  const { polylines } = store
  const rulePoints = rules.reduce((sum, { points }) => sum + points.length / 2, 0)
  return {
    entities: store.entities.count,
    polylines: composed ? polylines.count + rules.length : 0,
    vertices: composed ? polylines.coordinates.length / 2 + rulePoints : 0,
    fills: areas.length,
    triangles: areas.reduce((sum, { indices }) => sum + indices.length / 3, 0),
    texts: texts.texts.length,
    glyphs: texts.glyph.length,
  }
}
