/** x, y, z. */
export type Point = readonly [number, number, number]

/** A value of the library's enumerations. */
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

/** An object in the library's memory; nothing frees it but `delete`. */
export interface Handle {
  delete(): void
}

/** Anything with texts that a user attached. */
export interface TextBearer extends Handle {
  readonly userStringCount: number
  getUserStrings(): readonly (readonly [key: string, value: string])[]
}

/** Any shape. */
export interface Geometry extends TextBearer {
  readonly objectType: EnumValue
}

/** Flat copies of a mesh; one of our own making has the positions of the file, whose meshes are single. */
export interface MeshBuffers {
  readonly position?: Float32Array | Float64Array
  readonly normal?: Float32Array
  readonly color?: Float32Array
  readonly index?: Uint32Array
  /** u v per vertex, v running up. */
  readonly uv?: Float32Array
}

/** A mesh. */
export interface RhinoMesh extends Geometry {
  toThreejsBuffers(rotateToYUp: boolean): MeshBuffers
  vertices(): Handle & { readonly count: number }
  vertexColors(): Handle & { readonly count: number; get(vertex: number): RhinoColor }
}

/** Homogeneous control points of a curve: x·w, y·w, z·w, w. */
export interface NurbsCurve extends Geometry {
  readonly order: number
  readonly isRational: boolean
  points(): Handle & { readonly count: number; get(index: number): readonly number[] }
  /** Without the first and the last knot that other programs have. */
  /** No list where the file's are damaged. */
  knots(): Handle & { toList(): readonly number[] | null }
}

/** A curve of any kind. */
export interface RhinoCurve extends Geometry {
  readonly domain: readonly [number, number]
  readonly spanCount: number
  readonly degree: number
  isPolyline(): boolean
  tryGetPolyline(): (Handle & { readonly count: number; get(index: number): Point }) | null
  pointAt(parameter: number): Point
  toNurbsCurve(): NurbsCurve | null
}

/** Homogeneous control points of a surface. */
export interface NurbsSurface extends Geometry {
  readonly orderU: number
  readonly orderV: number
  readonly isRational: boolean
  points(): Handle & {
    readonly countU: number
    readonly countV: number
    get(u: number, v: number): readonly number[]
  }
  /** No list where the file's are damaged. */
  knotsU(): Handle & { toList(): readonly number[] | null }
  /** No list where the file's are damaged. */
  knotsV(): Handle & { toList(): readonly number[] | null }
}

/** A list of the library. */
export interface HandleList<Item> extends Handle {
  readonly count: number
  get(index: number): Item
}

/** How a border runs along an edge. */
export interface Trim extends Handle {
  /** -1 where the border is a single point. */
  readonly edgeIndex: number
  readonly isReversed: boolean
  readonly startVertexIndex: number
  readonly endVertexIndex: number
}

/** A border of a face. */
export interface Loop extends Handle {
  readonly loopType: EnumValue
  readonly trims: HandleList<Trim>
}

/** A trimmed surface. */
export interface Face extends Handle {
  readonly orientationIsReversed: boolean
  readonly loops: HandleList<Loop>
  underlyingSurface(): (Geometry & { toNurbsSurface(): NurbsSurface | null }) | null
  getMesh(type: EnumValue): RhinoMesh | null
}

/** Faces with common edges. */
export interface Brep extends Geometry {
  readonly isSolid: boolean
  faces(): HandleList<Face>
  edges(): HandleList<RhinoCurve>
  vertices(): HandleList<Handle & { readonly location: Point }>
}

/** An outline pulled along a line. */
export interface Extrusion extends Geometry {
  getMesh(type: EnumValue): RhinoMesh | null
  toBrep(splitKinkyFaces: boolean): Brep | null
}

/** A corner of a control net. */
export interface SubdVertex extends Handle {
  readonly id: number
  readonly tag: EnumValue
  readonly controlNetPoint: Point
}

/** An edge of a control net. */
export interface SubdEdge extends Handle {
  readonly tag: EnumValue
  readonly vertexCount: number
  vertexId(end: number): number
  /** 0 smooth to 4; above 0 the edge is sharp for as many steps. */
  endSharpness(end: number): number
}

/** A face of a control net. */
export interface SubdFace extends Handle {
  readonly vertexCount: number
  vertex(index: number): SubdVertex | null
}

/** Walks the parts of a control net in order. */
export interface Walk<Item> extends Handle {
  readonly count: number
  first(): Item | null
  next(): Item | null
}

/** A subdivision surface. */
export interface Subd extends Geometry {
  faces(): Walk<SubdFace>
  edges(): Walk<SubdEdge>
  vertices(): Walk<SubdVertex>
}

/** A use of a block. */
export interface BlockReference extends Geometry {
  readonly parentIdefId: string
  readonly xform: Handle & { toFloatArray(rowDominant: boolean): readonly number[] }
}

/** What a drawing says in words. */
export interface RhinoText extends Geometry {
  /** Of a text of the drawing. */
  readonly plainText?: string
  /** Of a dot with a text. */
  readonly text?: string
}

/** A plane in the file's unit, its axes of length 1. */
export interface RhinoPlane {
  readonly origin: Point
  readonly xAxis: Point
  readonly yAxis: Point
}

/** A point as some calls of the library give it. */
export interface PointFields {
  readonly X: number
  readonly Y: number
  readonly Z: number
}

/** An object as it would be written, base64. */
export interface EncodedObject {
  readonly data: string
  readonly version: number
  readonly archive3dm: number
  readonly opennurbs: number
}

/** How annotations look; lengths before `dimensionScale`. */
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

/** A text, a leader or a dimension. */
export interface RhinoAnnotation extends RhinoText {
  readonly annotationType: EnumValue
  readonly dimensionStyleId: string
  readonly plane: RhinoPlane
  readonly textRotationRadians: number
  /** Of a leader in their order, of a dimension by name; none for a text. */
  readonly points?: readonly PointFields[] | Readonly<Record<string, PointFields>> | null
  getDimensionStyle(parent: DimensionStyle): DimensionStyle | null
  getTextHeight(parent: DimensionStyle): number
  getDimensionScale(parent: DimensionStyle): number
  toJSON(): EncodedObject
}

/** A filled or hatched area of a plane. */
export interface Hatch extends Geometry {
  readonly patternIndex: number
  readonly patternRotation: number
  readonly patternScale: number
  readonly basePoint: Point
  readonly plane: RhinoPlane
  toJSON(): EncodedObject
}

/** A single point. */
export interface RhinoPoint extends Geometry {
  readonly location: Point
}

/** A text that always faces the viewer. */
export interface TextDot extends RhinoText {
  readonly point: Point
}

/** A cloud of points. */
export interface RhinoPointCloud extends Geometry {
  readonly count: number
  readonly containsColors: boolean
  getPoints(): readonly Point[] | null
  getColors(): readonly RhinoColor[] | null
}

/** What an object has besides its shape. */
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

/** An object of the model. */
export interface RhinoObject extends Handle {
  attributes(): Attributes
  geometry(): Geometry | null
}

/** A layer. */
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

/** A picture on a material. */
export interface RhinoTexture extends Handle {
  readonly fileName: string
  readonly enabled: boolean
  /** 1 where the picture stops at its edges. */
  readonly wrapU: number
  readonly uvwTransform: Handle & { toFloatArray(rowDominant: boolean): readonly number[] }
}

/** A material. */
export interface RhinoMaterial extends Handle {
  readonly name: string
  readonly transparency: number
  readonly diffuseColor: RhinoColor
  /** Of the colour, for physical materials too. */
  getBitmapTexture(): RhinoTexture | null
  physicallyBased():
    | (Handle & { readonly supported: boolean; readonly baseColor: RhinoColor; readonly opacity: number })
    | null
}

/** A block. */
export interface BlockDefinition extends Handle {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly sourceArchive: string
  getObjectIds(): readonly string[]
}

/** A file. */
export interface RhinoArchive extends Handle {
  readonly archiveVersion: number
  readonly applicationName: string
  settings(): Handle & { readonly modelUnitSystem: EnumValue; readonly modelAbsoluteTolerance: number }
  objects(): HandleList<RhinoObject>
  layers(): HandleList<RhinoLayer>
  materials(): HandleList<RhinoMaterial>
  groups(): HandleList<Handle & { readonly name: string }>
  instanceDefinitions(): HandleList<BlockDefinition>
  /** Paths of files inside the archive. */
  embeddedFilePaths(): readonly string[]
  getEmbeddedFileAsBase64(path: string): string
  /** Its `delete` removes styles: it is not a handle's. */
  dimstyles(): {
    readonly count: number
    get(index: number): DimensionStyle
    findId(id: string): DimensionStyle | null
  }
  /** Its `delete` removes texts: it is not a handle's. */
  strings(): { readonly count: number; get(index: number): readonly string[] | null }
}

/** What we use of rhino3dm; its own declarations leave out subdivision surfaces and the numbers of enumerations. */
export interface RhinoKernel {
  readonly File3dm: { fromByteArray(bytes: Uint8Array): RhinoArchive | null }
  readonly MeshType: { readonly Any: EnumValue }
  readonly CommonObject: { decode(object: EncodedObject): Geometry | null }
  readonly Brep: { tryConvertBrep(geometry: Geometry): Brep | null }
}
