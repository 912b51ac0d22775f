import type { MaterialTexture } from '@kamar/core'
import { cleanName } from '@kamar/codecs/text'
import { namedColor } from '@kamar/codecs/part21'
import { RowMap, type ReadonlyRowMap } from '../row-map.js'
import { rowsPerStep, type TimeSliced } from '../time-slices.js'
import type { IfcFile } from './ifc-file.js'

/** Colour, opacity and name of a surface style; channels 0 to 1. */
export interface SurfaceStyle {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  readonly opacity: number
  /** Its texture, whose average is `color`. */
  readonly texture?: MaterialTexture
}

/** Rows of the texture map of a face set's triangles. */
export interface FaceTextureRows {
  /** Row of the IfcIndexedTriangleTextureMap. */
  readonly map: number
  /** Row of its IfcTextureVertexList. */
  readonly list: number
  /** Number of the style with the texture. */
  readonly style: number
}

/** Rows of the face colours of a face set. */
export interface FaceColorRows {
  /** Row of the IfcIndexedColourMap. */
  readonly map: number
  /** Row of its IfcColourRgbList. */
  readonly list: number
  /** Number of the style that the colours override: white, with the opacity of the map. */
  readonly style: number
}

const maxStyleDepth = 6

/** Rows of the statements that style representation items. */
interface StyleRows {
  /** By item, its first IfcStyledItem. */
  readonly styledItems: ReadonlyRowMap
  /** By face set, its IfcIndexedColourMap. */
  readonly colorMaps: ReadonlyRowMap
}

/** Reads which items of a file have styles. */
export function* readStyles(file: IfcFile): TimeSliced<Styles> {
  const rows = file.index.listRows('IFCSTYLEDITEM')
  const styledItems = new RowMap(rows.length)
  const colorMaps = new RowMap()
  let count = 0
  for (const row of rows) {
    if (++count % rowsPerStep === 0) yield
    const item = file.rowAt(row, 0)
    if (item >= 0 && !styledItems.has(item)) styledItems.set(item, row)
  }
  for (const row of file.index.listRows('IFCINDEXEDCOLOURMAP')) {
    if (++count % rowsPerStep === 0) yield
    colorMaps.set(file.rowAt(row, 0), row)
  }
  return new Styles(file, { styledItems, colorMaps })
}

/** The surface styles of a file: of representation items and of materials. */
export class Styles {
  /** Every requested style, by number. */
  readonly all: SurfaceStyle[] = []
  readonly #file: IfcFile
  readonly #byRow = new RowMap()
  readonly #numbers = new Map<string, number>()
  readonly #styledItems: ReadonlyRowMap
  readonly #colorMaps: ReadonlyRowMap
  readonly #textureMaps = new Map<number, FaceTextureRows>()
  #materialStyles: Map<number, number> | null = null

  constructor(file: IfcFile, rows: StyleRows) {
    this.#file = file
    this.#styledItems = rows.styledItems
    this.#colorMaps = rows.colorMaps
  }

  /** Returns the face colours of a tessellated face set; null without any. They override the item's style. */
  ofFaces(row: number): FaceColorRows | null {
    const map = this.#colorMaps.get(row)
    if (map === undefined) return null
    const list = this.#file.rowAt(map, 2)
    if (this.#file.typeOf(list) !== 'IFCCOLOURRGBLIST') return null
    const opacity = Math.min(1, Math.max(0, this.#file.numberAt(map, 1) ?? 1))
    return { map, list, style: this.#number({ name: '', color: [1, 1, 1], opacity }) }
  }

  /** Binds a texture to a face set; the first one wins. */
  bindTexture(row: number, rows: FaceTextureRows): void {
    if (!this.#textureMaps.has(row)) this.#textureMaps.set(row, rows)
  }

  /** Rows of the shapes with a texture. */
  get texturedRows(): Iterable<number> {
    return this.#textureMaps.keys()
  }

  /** Returns the texture mapping of a face set; null without one. */
  texturesOf(row: number): FaceTextureRows | null {
    return this.#textureMaps.get(row) ?? null
  }

  /** Returns the number of a style; equal ones share one. */
  add(style: SurfaceStyle): number {
    return this.#number(style)
  }

  /** Returns the number of the style of a representation item, or -1. */
  ofItem(row: number): number {
    const styled = this.#styledItems.get(row)
    return styled === undefined ? -1 : this.#ofStyledItem(styled)
  }

  /** Returns the number of the style of a material, layer set, constituent set or list of materials, or -1. */
  ofMaterial(row: number): number {
    return this.#ofMaterial(row, 0)
  }

  /** Numbers the styles of all materials, which otherwise get their numbers when the first one is needed. */
  numberMaterials(): void {
    this.#stylesOfMaterials()
  }

  #ofMaterial(row: number, depth: number): number {
    if (row < 0 || depth > maxStyleDepth) return -1
    const own = this.#stylesOfMaterials().get(row)
    if (own !== undefined) return own
    for (const part of materialParts(this.#file, row)) {
      const style = this.#ofMaterial(part, depth + 1)
      if (style >= 0) return style
    }
    return -1
  }

  #stylesOfMaterials(): Map<number, number> {
    if (this.#materialStyles) return this.#materialStyles
    this.#materialStyles = new Map()
    for (const row of this.#file.index.listRows('IFCMATERIALDEFINITIONREPRESENTATION')) {
      const material = this.#file.rowAt(row, 3)
      const items = this.#file.rowsAt(row, 2).flatMap((representation) => this.#file.rowsAt(representation, 3))
      const styles = items.map((item) => this.#ofStyledItem(item))
      const firstStyle = styles.find((style) => style >= 0)
      if (material >= 0 && firstStyle !== undefined && !this.#materialStyles.has(material))
        this.#materialStyles.set(material, firstStyle)
    }
    return this.#materialStyles
  }

  #ofStyledItem(row: number): number {
    const cached = this.#byRow.get(row)
    if (cached !== undefined) return cached
    const style = this.#file
      .rowsAt(row, 1)
      .map((each) => this.#surfaceStyle(each, 0))
      .find((each) => each !== null)
    const number = style && !isPlaceholder(style) ? this.#number(style) : -1
    this.#byRow.set(row, number)
    return number
  }

  #number(style: SurfaceStyle): number {
    const key = JSON.stringify(style)
    const cached = this.#numbers.get(key)
    if (cached !== undefined) return cached
    this.#numbers.set(key, this.all.length)
    return this.all.push(style) - 1
  }

  #surfaceStyle(row: number, depth: number): SurfaceStyle | null {
    if (depth > maxStyleDepth) return null
    const file = this.#file
    switch (file.typeOf(row)) {
      case 'IFCPRESENTATIONSTYLEASSIGNMENT':
        return this.#first(file.rowsAt(row, 0), depth)
      case 'IFCSURFACESTYLE': {
        const style = this.#first(file.rowsAt(row, 2), depth)
        return style && { ...style, name: cleanName(file.textAt(row, 0) ?? '') }
      }
      case 'IFCSURFACESTYLERENDERING':
      case 'IFCSURFACESTYLESHADING': {
        const color = this.#color(file.rowAt(row, 0))
        const transparency = Math.min(1, Math.max(0, file.numberAt(row, 1) ?? 0))
        return color && { name: '', color, opacity: Math.round((1 - transparency) * 1000) / 1000 }
      }
      default:
        return null
    }
  }

  #first(rows: readonly number[], depth: number): SurfaceStyle | null {
    for (const row of rows) {
      const style = this.#surfaceStyle(row, depth + 1)
      if (style) return style
    }
    return null
  }

  #color(row: number): readonly [number, number, number] | null {
    const typeName = this.#file.typeOf(row)
    if (typeName.startsWith('IFCDRAUGHTINGPREDEFINED')) return namedColor(this.#file.textAt(row, 0) ?? '')
    if (typeName !== 'IFCCOLOURRGB') return null
    const cursor = this.#file.at(row, 1)
    const [red, green, blue] = [cursor.number(), cursor.number(), cursor.number()]
    if (red === null || green === null || blue === null) return null
    // Some writers use a range of 0 to 255.
    const maxChannel = Math.max(red, green, blue)
    const factor = maxChannel > 1 ? 1 / (maxChannel > 1.001 && maxChannel <= 255 ? 255 : maxChannel) : 1
    const channel = (value: number): number => Math.min(1, Math.max(0, value * factor))
    return [channel(red), channel(green), channel(blue)]
  }
}

/**
 * Returns whether a style is Revit's default grey (127 or 128 of 255, opaque), written for every material without an
 * appearance of its own. Whole buildings would be dark grey; colours by class are more useful, so it counts as no style
 * at all.
 */
function isPlaceholder({ color: [red, green, blue], opacity }: SurfaceStyle): boolean {
  return opacity === 1 && red === green && green === blue && Math.abs(red - 127.5 / 255) < 0.6 / 255
}

/** Returns the materials of a layer set, profile set, constituent set or list, most visible first. */
export function materialParts(file: IfcFile, row: number): number[] {
  switch (file.typeOf(row)) {
    case 'IFCMATERIALLAYERSETUSAGE':
    case 'IFCMATERIALPROFILESETUSAGE':
    case 'IFCMATERIALLAYER':
    case 'IFCMATERIALLAYERWITHOFFSETS':
    case 'IFCMATERIALLAYERSET':
    case 'IFCMATERIALLIST':
      return file.rowsAt(row, 0)
    case 'IFCMATERIALPROFILESET':
    case 'IFCMATERIALCONSTITUENTSET':
    case 'IFCMATERIALPROFILE':
    case 'IFCMATERIALPROFILEWITHOFFSETS':
    case 'IFCMATERIALCONSTITUENT':
      return file.rowsAt(row, 2)
    default:
      return []
  }
}
