import type { MeshInput, PreparedMesh } from './mesh.js'
import type { PointsInput } from './points.js'
import type { SavedViewInput } from './saved-view.js'
import type { SheetBuilder } from './sheet-builder.js'
import type { SheetInput } from './sheet.js'

/** Number of a node. All ids are handed out by the builder and count from 0 in the order of the calls. */
export type NodeId = number
/** Number of a unique mesh. */
export type MeshId = number
/** Number of a material. */
export type MaterialId = number
/** Number of a texture; equal pictures share one. */
export type TextureId = number
/** Number of a property set; equal sets share one. */
export type PropertySetId = number

/** Colour and see-through of a surface; channels 0 to 1, sRGB. */
export interface MaterialInput {
  readonly name: string
  readonly color: readonly [red: number, green: number, blue: number]
  /** 1 opaque, 0 invisible. */
  readonly opacity: number
  /** The picture on it; `color` is what it looks like from afar, and where the picture cannot be shown. */
  readonly texture?: MaterialTexture
}

/** A picture that several materials may show. */
export interface TextureInput {
  readonly name: string
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** r g b a per pixel, 0 to 255, sRGB, rows from the top; alpha is not multiplied in. */
  readonly pixels: Uint8Array
}

/** How a material shows a picture, by the texture coordinates of the meshes that wear it. */
export interface MaterialTexture {
  readonly image: TextureId
  /** What the picture's colours are multiplied with; channels 0 to 1. */
  readonly tint: readonly [red: number, green: number, blue: number]
  /** What is beyond 0 to 1: the picture again, or its outermost pixels. */
  readonly wrap: 'repeat' | 'clamp'
}

/** One element of the model tree. */
export interface NodeInput {
  /** Null for a root. */
  readonly parent: NodeId | null
  readonly name: string
  /** The source's own word: `IfcWall`, `group`, `solid`. */
  readonly class: string
  /** The source's own identity: IFC GlobalId (of IFC and Revit), DWG handle; '' when it has none. */
  readonly sourceId: string
  /** Not shown until the user asks (spaces, openings). */
  readonly hidden?: boolean
}

/** 3×4 affine placement, column-major (x axis, y axis, z axis, translation), metres, float64. */
export type Placement = readonly [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/** One placing of a mesh under a node. */
export interface InstanceInput {
  readonly node: NodeId
  readonly mesh: MeshId
  readonly placement: Placement
  /** Null: coloured by the element's class. */
  readonly material: MaterialId | null
}

/** Value of a property; numbers are in the unit that stands beside them. */
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

/** Where the model stands on Earth, as the source states it. */
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

/** The program that wrote the file, as the file itself states it: never a person, never a path. */
export interface AuthoringTool {
  /** `Revit`, `ArchiCAD`. */
  readonly name: string
  /** As people say it: `2025`; '' where the file does not state one. */
  readonly release: string
}

/** What a file that has drawings and a model opens on. */
export type FirstView = 'sheet' | 'model'

/**
 * What a reader pushes into. Everything is in metres, Z up, right-handed; instances are never baked. Calls are cheap and
 * synchronous; `settle` is where a reader waits for chunks to be written and for a cancel to be seen.
 */
export interface SceneBuilder {
  /** Length of one source unit in metres, for the report and for measuring in the source's unit. */
  setUnit(unit: { readonly name: string; readonly metres: number }): void
  setGeoreference(georeference: Georeference): void
  setAuthoringTool(tool: AuthoringTool): void
  /** Metres, float64; subtracted from every placement so that float32 stays exact near the model. Call before `addInstance`. */
  setOrigin(origin: readonly [number, number, number]): void
  /** Equal pictures get one id. Null: the package has no room for another one, and the material keeps its colour. */
  addTexture(texture: TextureInput): TextureId | null
  addMaterial(material: MaterialInput): MaterialId
  /** A `MeshInput` goes through the mesh stage here; a `PreparedMesh` did so in the reader's own worker. Null: nothing was left of it. */
  addMesh(mesh: MeshInput | PreparedMesh): MeshId | null
  addLines(lines: LinesInput): MeshId
  /** Points that are drawn as dots of one size on the screen; a cloud comes in pieces (`PointsInput`). */
  addPoints(points: PointsInput): MeshId
  addNode(node: NodeInput): NodeId
  addInstance(instance: InstanceInput): void
  /** One model space, layout or page of a drawing; the pushes go to what is returned. Sheets may be filled in any order. */
  addSheet(sheet: SheetInput): SheetBuilder
  /** Which of the two is shown first where a file has both; without it the model is. */
  setFirstView(view: FirstView): void
  /**
   * What stands on the sheets so far may be shown while the reader goes on: for files whose bodies take longer than their
   * drawings. Nothing is lost where it is not called, and what is pushed afterwards is in the finished package.
   */
  publishSheets(): Promise<void>
  /** A view of the file's own. False: the package has no room for another one (`savedViewLimits`). */
  addView(view: SavedViewInput): boolean
  /** PNG bytes of the picture that stands for a model of which nothing can be drawn; a drawn model makes its own. */
  setPreview(png: Uint8Array): void
  /** Equal sets get one id. */
  addPropertySet(set: PropertySet): PropertySetId
  assignPropertySets(node: NodeId, sets: readonly PropertySetId[]): void
  /** Waits until what was pushed is under way to disk; throws `cancelled` when the reader is to stop. */
  settle(): Promise<void>
}
