import type { MeshInput, PreparedMesh } from './mesh.js'
import type { PointsInput } from './points.js'
import type { SavedViewInput } from './saved-view.js'
import type { SheetBuilder } from '../sheet/sheet-builder.js'
import type { SheetInput } from '../sheet/sheet.js'
import type { Placement, PropertySetId } from './placement.js'

/** Number of a node. The builder assigns all ids, from 0 in call order. */
export type NodeId = number
/** Number of a unique mesh. */
export type MeshId = number
/** Number of a material. */
export type MaterialId = number
/** Number of a texture; equal images share one. */
export type TextureId = number
/** Colour and opacity of a surface; channels 0 to 1, sRGB. */
export interface MaterialInput {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  /** 1 opaque, 0 invisible. */
  readonly opacity: number
  /** The texture; `color` is its appearance from afar, and the fallback if the texture cannot be shown. */
  readonly texture?: MaterialTexture
}

/** An image that several materials may share. */
export interface TextureInput {
  readonly name: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** r g b a per pixel, 0 to 255, sRGB, rows from the top; alpha is not multiplied in. */
  readonly pixels: Uint8Array
}

/** How a material maps a texture, by the texture coordinates of its meshes. */
export interface MaterialTexture {
  readonly image: TextureId
  /** Multiplied with the texture's colours; channels 0 to 1. */
  readonly tint: readonly [red: number, green: number, blue: number]
  /** Outside 0 to 1: repeats the image or extends its border pixels. */
  readonly wrap: 'repeat' | 'clamp'
}

/** One element of the model tree. */
export interface NodeInput {
  /** Null for a root. */
  readonly parent: NodeId | null
  readonly name: string
  /** The source's own class name: `IfcWall`, `group`, `solid`. */
  readonly class: string
  /** The source's own identity: IFC GlobalId (of IFC and Revit), DWG handle; '' if it has none. */
  readonly sourceId: string
  /** Hidden by default (spaces, openings). */
  readonly hidden?: boolean
}

/** An instance of a mesh under a node. */
export interface InstanceInput {
  readonly node: NodeId
  readonly mesh: MeshId
  readonly placement: Placement
  /** Null: coloured by the element's class. */
  readonly material: MaterialId | null
}

/** Value of a property; numbers are in the unit given beside them. */
export type PropertyValue = string | number | boolean

/** One name and value of a property set. */
export interface Property {
  readonly name: string
  readonly value: PropertyValue
  /** Unit symbol of a quantity (`m²`, `mm`), as the source states it. */
  readonly unit?: string
}

/** Properties under one heading, as the source groups them. */
export interface PropertySet {
  readonly name: string
  readonly properties: readonly Property[]
}

/** The model's position on Earth, as the source states it. */
export interface Georeference {
  readonly coordinateReferenceSystem?: string
  readonly eastings?: number
  readonly northings?: number
  readonly orthogonalHeight?: number
  /** Degrees, counter-clockwise from east to the model's x axis. */
  readonly rotationDegrees?: number
  readonly latitudeDegrees?: number
  readonly longitudeDegrees?: number
}

/** Polylines that belong to an element (curves, wire bodies): metres, node frame. */
export interface LinesInput {
  readonly positions: Float32Array
  /** Vertex pairs. */
  readonly indices: Uint32Array
}

/** The program that wrote the file, as the file itself states it: never a person or a path. */
export interface AuthoringTool {
  /** `Revit`, `ArchiCAD`. */
  readonly name: string
  /** The marketing name of the release: `2025`; '' if the file does not state one. */
  readonly release: string
}

/** The initial view of a file that has both drawings and a model. */
export type FirstView = 'sheet' | 'model'

/**
 * The interface that a reader writes a scene to. Everything is in metres, Z up, right-handed; instances are never
 * baked. Calls are cheap and synchronous; in `settle` a reader waits for chunks to be written and notices cancellation.
 */
export interface SceneBuilder {
  /** Sets the length of one source unit in metres, for the report and for measuring in the source's unit. */
  setUnit(unit: { readonly name: string; readonly metres: number }): void
  setGeoreference(georeference: Georeference): void
  setAuthoringTool(tool: AuthoringTool): void
  /**
   * Sets the origin: metres, float64; subtracted from every placement so that float32 stays exact near the model. Call
   * before `addInstance`.
   */
  setOrigin(origin: readonly [number, number, number]): void
  /**
   * Adds a texture; equal images get one id. Null: the package has no capacity for another one, and the material keeps
   * its colour.
   */
  addTexture(texture: TextureInput): TextureId | null
  addMaterial(material: MaterialInput): MaterialId
  /**
   * Adds a mesh. A `MeshInput` goes through the mesh stage here; a `PreparedMesh` already did in the reader's own
   * worker. Null: nothing was left of it.
   */
  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null
  addLines(lines: LinesInput): MeshId
  /** Adds points, drawn as dots of one size on the screen; a cloud comes in chunks (`PointsInput`). */
  addPoints(points: PointsInput): MeshId
  addNode(node: NodeInput): NodeId
  addInstance(instance: InstanceInput): void
  /** Adds one model space, layout or page of a drawing, and returns its builder. Sheets may be filled in any order. */
  addSheet(sheet: SheetInput): SheetBuilder
  /** Sets which of the two is shown first if a file has both; the default is the model. */
  setFirstView(view: FirstView): void
  /**
   * Publishes the current content of the sheets while the reader continues: for files whose solids take longer than
   * their drawings. Optional: later content is in the finished package in any case.
   */
  publishSheets(): Promise<void>
  /** Adds a view stored in the file. False: the package has no capacity for another one (`savedViewLimits`). */
  addView(view: SavedViewInput): boolean
  /** Sets the preview, as PNG bytes, of a model that draws nothing; a drawn model makes its own. */
  setPreview(png: Uint8Array): void
  /** Adds a property set; equal sets get one id. */
  addPropertySet(set: PropertySet): PropertySetId
  assignPropertySets(node: NodeId, sets: readonly PropertySetId[]): void
  /** Waits until the added content is being written to disk; throws `cancelled` if the reader is to stop. */
  settle(): Promise<void>
}
