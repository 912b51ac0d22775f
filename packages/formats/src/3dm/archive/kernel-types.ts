/** x, y, z. */
export type Point = readonly [number, number, number]

/** Value of a library enumeration. */
export interface EnumValue {
  readonly value: number
}

/** Red, green, blue and alpha; materials may use 0 to 1 where layers use 0 to 255. */
export interface RhinoColor {
  readonly r: number
  readonly g: number
  readonly b: number
  readonly a: number
}

/** Object in the library's memory; only `delete` frees it. */
export interface Handle {
  delete(): void
}

/** Object with user texts. */
export interface TextBearer extends Handle {
  readonly userStringCount: number
  getUserStrings(): readonly (readonly [key: string, value: string])[]
}

/** Geometry of any kind. */
export interface Geometry extends TextBearer {
  readonly objectType: EnumValue
}

/**
 * Copied arrays of a mesh; positions of meshes created here are in the file's double precision, those of stored meshes
 * in single.
 */
export interface MeshBuffers {
  readonly position?: Float32Array | Float64Array
  readonly normal?: Float32Array
  readonly color?: Float32Array
  readonly index?: Uint32Array
  /** u v per vertex, v upwards. */
  readonly uv?: Float32Array
}

/** Mesh. */
export interface RhinoMesh extends Geometry {
  toThreejsBuffers(rotateToYUp: boolean): MeshBuffers
  vertices(): Handle & { readonly count: number }
  vertexColors(): Handle & { readonly count: number; get(vertex: number): RhinoColor }
}

/** NURBS curve with homogeneous control points: x·w, y·w, z·w, w. */
export interface NurbsCurve extends Geometry {
  readonly order: number
  readonly isRational: boolean
  points(): Handle & { readonly count: number; get(index: number): readonly number[] }
  /**
   * Returns the knots, without the first and the last one that other programs have; the list is null when the file's
   * are damaged.
   */
  knots(): Handle & { toList(): readonly number[] | null }
}

/** Curve of any kind. */
export interface RhinoCurve extends Geometry {
  readonly domain: readonly [number, number]
  readonly spanCount: number
  readonly degree: number
  isPolyline(): boolean
  tryGetPolyline(): (Handle & { readonly count: number; get(index: number): Point }) | null
  pointAt(parameter: number): Point
  toNurbsCurve(): NurbsCurve | null
}

/** NURBS surface with homogeneous control points. */
export interface NurbsSurface extends Geometry {
  readonly orderU: number
  readonly orderV: number
  readonly isRational: boolean
  points(): Handle & {
    readonly countU: number
    readonly countV: number
    get(u: number, v: number): readonly number[]
  }
  /** Returns the knots in u; the list is null when the file's are damaged. */
  knotsU(): Handle & { toList(): readonly number[] | null }
  /** Returns the knots in v; the list is null when the file's are damaged. */
  knotsV(): Handle & { toList(): readonly number[] | null }
}

/** List of the library. */
export interface HandleList<Item> extends Handle {
  readonly count: number
  get(index: number): Item
}

/** Trim: the use of an edge by a face boundary. */
export interface Trim extends Handle {
  /** -1 when the trim is a single point. */
  readonly edgeIndex: number
  readonly isReversed: boolean
  readonly startVertexIndex: number
  readonly endVertexIndex: number
}

/** Boundary loop of a face. */
export interface Loop extends Handle {
  readonly loopType: EnumValue
  readonly trims: HandleList<Trim>
}

/** Trimmed surface. */
export interface Face extends Handle {
  readonly orientationIsReversed: boolean
  readonly loops: HandleList<Loop>
  underlyingSurface(): (Geometry & { toNurbsSurface(): NurbsSurface | null }) | null
  getMesh(type: EnumValue): RhinoMesh | null
}

/** Boundary representation: faces with shared edges. */
export interface Brep extends Geometry {
  readonly isSolid: boolean
  faces(): HandleList<Face>
  edges(): HandleList<RhinoCurve>
  vertices(): HandleList<Handle & { readonly location: Point }>
}

/** Profile extruded along a line. */
export interface Extrusion extends Geometry {
  getMesh(type: EnumValue): RhinoMesh | null
  toBrep(splitKinkyFaces: boolean): Brep | null
}

/** Vertex of a control net. */
export interface SubdVertex extends Handle {
  readonly id: number
  readonly tag: EnumValue
  readonly controlNetPoint: Point
}

/** Edge of a control net. */
export interface SubdEdge extends Handle {
  readonly tag: EnumValue
  readonly vertexCount: number
  vertexId(end: number): number
  /** Returns the sharpness at an end, 0 smooth to 4; above 0 the edge is sharp for as many steps. */
  endSharpness(end: number): number
}

/** Face of a control net. */
export interface SubdFace extends Handle {
  readonly vertexCount: number
  vertex(index: number): SubdVertex | null
}

/** Iterator over the parts of a control net. */
export interface Walk<Item> extends Handle {
  readonly count: number
  first(): Item | null
  next(): Item | null
}

/** Subdivision surface. */
export interface Subd extends Geometry {
  faces(): Walk<SubdFace>
  edges(): Walk<SubdEdge>
  vertices(): Walk<SubdVertex>
}

/** Instance of a block. */
export interface BlockReference extends Geometry {
  readonly parentIdefId: string
  readonly xform: Handle & { toFloatArray(rowDominant: boolean): readonly number[] }
}

/** Text in a drawing. */
export interface RhinoText extends Geometry {
  /** Set for a text annotation. */
  readonly plainText?: string
  /** Set for a text dot. */
  readonly text?: string
}

/** Plane in the file's unit, with unit axes. */
export interface RhinoPlane {
  readonly origin: Point
  readonly xAxis: Point
  readonly yAxis: Point
}

/** Point as some calls of the library return it. */
export interface PointFields {
  readonly X: number
  readonly Y: number
  readonly Z: number
}

/** Object as it would be written, base64. */
export interface EncodedObject {
  readonly data: string
  readonly version: number
  readonly archive3dm: number
  readonly opennurbs: number
}

/** Dimension style; lengths before `dimensionScale`. */
export interface DimensionStyle extends Handle {
  readonly textGap: number
  readonly arrowLength: number
  readonly leaderArrowLength: number
  readonly suppressArrow1: boolean
  readonly suppressArrow2: boolean
  readonly arrowType1: EnumValue
  readonly arrowType2: EnumValue
  readonly leaderArrowType: EnumValue
  readonly extensionLineExtension: number
  readonly extensionLineOffset: number
  readonly lengthFactor: number
}

/** Text, leader or dimension. */
export interface RhinoAnnotation extends RhinoText {
  readonly annotationType: EnumValue
  readonly dimensionStyleId: string
  readonly plane: RhinoPlane
  readonly textRotationRadians: number
  /** Points of a leader in order, of a dimension by name; none for a text. */
  readonly points?: readonly PointFields[] | Readonly<Record<string, PointFields>> | null
  getDimensionStyle(parent: DimensionStyle): DimensionStyle | null
  getTextHeight(parent: DimensionStyle): number
  getDimensionScale(parent: DimensionStyle): number
  toJSON(): EncodedObject
}

/** Filled or hatched area of a plane. */
export interface Hatch extends Geometry {
  readonly patternIndex: number
  readonly patternRotation: number
  readonly patternScale: number
  readonly basePoint: Point
  readonly plane: RhinoPlane
  toJSON(): EncodedObject
}

/** Single point. */
export interface RhinoPoint extends Geometry {
  readonly location: Point
}

/** Text that always faces the viewer. */
export interface TextDot extends RhinoText {
  readonly point: Point
}

/** Point cloud. */
export interface RhinoPointCloud extends Geometry {
  readonly count: number
  readonly containsColors: boolean
  getPoints(): readonly Point[] | null
  getColors(): readonly RhinoColor[] | null
}

/** Attributes of an object besides its geometry. */
export interface Attributes extends TextBearer {
  readonly id: string
  readonly name: string
  readonly visible: boolean
  readonly mode: EnumValue
  readonly activeSpace: EnumValue
  readonly isInstanceDefinitionObject: boolean
  readonly layerIndex: number
  readonly materialIndex: number
  readonly materialSource: EnumValue
  readonly colorSource: EnumValue
  readonly objectColor: RhinoColor
  readonly groupCount: number
  getGroupList(): readonly number[] | null
}

/** Object of the model. */
export interface RhinoObject extends Handle {
  attributes(): Attributes
  geometry(): Geometry | null
}

/** Layer. */
export interface RhinoLayer extends Handle {
  readonly id: string
  readonly name: string
  readonly fullPath: string
  readonly parentLayerId: string
  readonly visible: boolean
  readonly index: number
  readonly color: RhinoColor
  readonly renderMaterialIndex: number
}

/** Texture of a material. */
export interface RhinoTexture extends Handle {
  readonly fileName: string
  readonly enabled: boolean
  /** 1 to clamp the image at its edges. */
  readonly wrapU: number
  readonly uvwTransform: Handle & { toFloatArray(rowDominant: boolean): readonly number[] }
}

/** Material. */
export interface RhinoMaterial extends Handle {
  readonly name: string
  readonly transparency: number
  readonly diffuseColor: RhinoColor
  /** Returns the colour texture, also for physical materials. */
  getBitmapTexture(): RhinoTexture | null
  physicallyBased():
    | (Handle & { readonly supported: boolean; readonly baseColor: RhinoColor; readonly opacity: number })
    | null
}

/** Block definition. */
export interface BlockDefinition extends Handle {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sourceArchive: string
  getObjectIds(): readonly string[]
}

/** File. */
export interface RhinoArchive extends Handle {
  readonly archiveVersion: number
  readonly applicationName: string
  settings(): Handle & { readonly modelUnitSystem: EnumValue; readonly modelAbsoluteTolerance: number }
  objects(): HandleList<RhinoObject>
  layers(): HandleList<RhinoLayer>
  materials(): HandleList<RhinoMaterial>
  groups(): HandleList<Handle & { readonly name: string }>
  instanceDefinitions(): HandleList<BlockDefinition>
  /** Returns the paths of files embedded in the archive. */
  embeddedFilePaths(): readonly string[]
  getEmbeddedFileAsBase64(path: string): string
  /** Table of styles; its `delete` removes styles and does not free a handle. */
  dimstyles(): {
    readonly count: number
    get(index: number): DimensionStyle
    findId(id: string): DimensionStyle | null
  }
  /** Table of texts; its `delete` removes texts and does not free a handle. */
  strings(): { readonly count: number; get(index: number): readonly string[] | null }
}

/** Subset of rhino3dm in use; its own declarations omit subdivision surfaces and the numbers of enumerations. */
export interface RhinoKernel {
  readonly File3dm: { fromByteArray(bytes: Uint8Array): RhinoArchive | null }
  readonly MeshType: { readonly Any: EnumValue }
  readonly CommonObject: { decode(object: EncodedObject): Geometry | null }
  readonly Brep: { tryConvertBrep(geometry: Geometry): Brep | null }
}
