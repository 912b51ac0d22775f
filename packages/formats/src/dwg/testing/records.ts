import type {
  Block,
  Drawing,
  Entity,
  EntityCommon,
  EntityKind,
  Layer,
  Layout,
  LineType,
  Polyline,
  PolylineVertex,
  TextStyle,
} from '@kamar/codecs/drawing'
import type { Vector } from '@kamar/core/math'

const zero: Vector = [0, 0, 0]
const zAxis: Vector = [0, 0, 1]
const unitScale: Vector = [1, 1, 1]

/** Creates a line type of dashes (above 0), gaps (below 0) and dots (0). */
export const createLineType = (name: string, ...pattern: readonly number[]): LineType => ({
  name,
  handle: 0,
  segments: pattern.map((length) => ({
    length,
    shapeNumber: 0,
    text: '',
    style: null,
    offset: [0, 0],
    scale: 1,
    rotation: 0,
    isAbsolute: false,
    isUpright: false,
  })),
})

/** Creates a layer that is white, continuous and on. */
export const createLayer = (name: string, more: Partial<Layer> = {}): Layer => ({
  name,
  handle: 0,
  color: { kind: 'index', index: 7 },
  lineType: createLineType('Continuous'),
  lineWeight: -3,
  isOn: true,
  isFrozen: false,
  isPlotted: true,
  opacity: 1,
  ...more,
})

/** Creates a text style without a font of its own. */
export const createTextStyle = (more: Partial<TextStyle> = {}): TextStyle => ({
  name: 'Standard',
  handle: 0,
  fileName: '',
  bigFontFileName: '',
  height: 0,
  widthFactor: 1,
  obliqueAngle: 0,
  trueType: null,
  ...more,
})

const text = {
  value: 'Text',
  style: createTextStyle(),
  insertPoint: [0, 0],
  alignmentPoint: [0, 0],
  elevation: 0,
  height: 1,
  rotation: 0,
  widthFactor: 1,
  obliqueAngle: 0,
  normal: zAxis,
  isBackward: false,
  isUpsideDown: false,
  horizontalAlignment: 0,
  verticalAlignment: 0,
} as const

const attribute = { ...text, tag: 'TAG', isHidden: false, isConstant: false, multilineText: null }

const insert = {
  block: null,
  insertPoint: zero,
  scale: unitScale,
  rotation: 0,
  normal: zAxis,
  columnCount: 1,
  rowCount: 1,
  columnSpacing: 0,
  rowSpacing: 0,
  attributes: [],
}

const image = {
  insertPoint: zero,
  uVector: [1, 0, 0],
  vVector: [0, 1, 0],
  size: [1, 1],
  isDisplayed: true,
  isClipped: false,
  isClipInverted: false,
  clipVertices: [],
  fileName: '',
} as const

const circle = { center: zero, radius: 1, thickness: 0, normal: zAxis }
const corners = [zero, zero, zero, zero] as const

/** The entity of a kind. */
export type EntityOfKind<Kind extends EntityKind> = Entity & { readonly kind: Kind }
type Own<Kind extends EntityKind> = Omit<EntityOfKind<Kind>, keyof EntityCommon | 'kind'>

const defaults: { readonly [Kind in EntityKind]: Own<Kind> & { readonly name: string } } = {
  line: { name: 'LINE', start: zero, end: [1, 0, 0], thickness: 0, normal: zAxis },
  point: { name: 'POINT', location: zero },
  circle: { name: 'CIRCLE', ...circle },
  arc: { name: 'ARC', ...circle, startAngle: 0, endAngle: Math.PI },
  ellipse: {
    name: 'ELLIPSE',
    center: zero,
    majorAxis: [1, 0, 0],
    normal: zAxis,
    radiusRatio: 1,
    startParameter: 0,
    endParameter: 2 * Math.PI,
  },
  ray: { name: 'RAY', start: zero, direction: [1, 0, 0] },
  xline: { name: 'XLINE', start: zero, direction: [1, 0, 0] },
  solid: { name: 'SOLID', corners, thickness: 0, normal: zAxis },
  face: { name: '3DFACE', corners, hiddenEdges: 0 },
  polyline: { name: 'LWPOLYLINE', vertices: [], isClosed: false, elevation: 0, thickness: 0, normal: zAxis },
  polyline3d: { name: 'POLYLINE', vertices: [], isClosed: false },
  polyfaceMesh: { name: 'POLYLINE', vertices: [], faces: [] },
  polygonMesh: {
    name: 'POLYLINE',
    vertices: [],
    rowCount: 0,
    columnCount: 0,
    areRowsClosed: false,
    areColumnsClosed: false,
  },
  mesh: { name: 'MESH', vertices: [], faces: [] },
  spline: {
    name: 'SPLINE',
    degree: 3,
    isClosed: false,
    knots: [],
    controlPoints: [],
    weights: [],
    fitPoints: [],
  },
  text: { name: 'TEXT', ...text },
  attribute: { name: 'ATTRIB', ...attribute },
  attributeDefinition: { name: 'ATTDEF', ...attribute },
  mtext: {
    name: 'MTEXT',
    value: 'Text',
    style: createTextStyle(),
    insertPoint: zero,
    xAxis: [1, 0, 0],
    normal: zAxis,
    height: 1,
    width: 0,
    columnHeight: 0,
    attachment: 1,
    lineSpacing: 1,
    background: null,
    columns: null,
  },
  insert: { name: 'INSERT', ...insert },
  table: { name: 'ACAD_TABLE', ...insert },
  dimension: {
    name: 'DIMENSION',
    block: null,
    style: null,
    measurement: { kind: 'unknown' },
    text: '',
    textMiddlePoint: zero,
    normal: zAxis,
  },
  hatch: {
    name: 'HATCH',
    patternName: 'SOLID',
    isSolid: true,
    elevation: 0,
    normal: zAxis,
    style: 0,
    paths: [],
    patternLines: [],
    gradient: null,
  },
  viewport: {
    name: 'VIEWPORT',
    id: 2,
    isPaper: false,
    isOff: false,
    center: zero,
    width: 1,
    height: 1,
    viewTarget: zero,
    viewDirection: zAxis,
    viewCenter: [0, 0],
    viewHeight: 1,
    twistAngle: 0,
    frozenLayers: [],
    boundary: null,
  },
  leader: { name: 'LEADER', vertices: [], isSpline: false, hasArrow: true, style: null },
  multiLeader: { name: 'MULTILEADER', hasLanding: false, arrowSize: 1, roots: [], content: null },
  multiline: { name: 'MLINE', style: null, isClosed: false, vertices: [] },
  tolerance: { name: 'TOLERANCE', text: '', insertPoint: zero, direction: [1, 0, 0], style: null },
  image: { name: 'IMAGE', ...image },
  wipeout: { name: 'WIPEOUT', ...image },
  underlay: {
    name: 'PDFUNDERLAY',
    insertPoint: zero,
    scale: unitScale,
    rotation: 0,
    normal: zAxis,
    clipVertices: [],
    fileName: '',
  },
  oleFrame: {
    name: 'OLE2FRAME',
    upperLeft: zero,
    lowerRight: zero,
    application: '',
    data: new Uint8Array(0),
  },
  shape: {
    name: 'SHAPE',
    style: null,
    shapeNumber: 0,
    shapeName: '',
    insertPoint: zero,
    size: 1,
    rotation: 0,
    widthFactor: 1,
    obliqueAngle: 0,
    normal: zAxis,
  },
  modeler: { name: '3DSOLID', acis: null, isDamaged: false, wires: [] },
  custom: { name: 'ACME_PIPE' },
}

const common: Omit<EntityCommon, 'handle' | 'name'> = {
  layer: createLayer('0'),
  lineType: createLineType('ByLayer'),
  lineTypeScale: 1,
  color: { kind: 'byLayer' },
  lineWeight: -1,
  opacity: 'byLayer',
  isInvisible: false,
  savedGraphics: null,
  dictionaryHandle: 0,
}

let lastHandle = 0x1f

/** Creates an entity with a handle of its own. */
export function createEntity<Kind extends EntityKind>(
  kind: Kind,
  more: Partial<EntityOfKind<Kind>> = {},
): EntityOfKind<Kind> {
  return { ...common, ...defaults[kind], handle: ++lastHandle, ...more, kind } as unknown as EntityOfKind<Kind>
}

/** A vertex of a polyline: its coordinates, and what it states beyond them. */
export type VertexInput = readonly [x: number, y: number, more?: Partial<PolylineVertex>]

/** Creates an open polyline. */
export const createPolyline = (...vertices: readonly VertexInput[]): Polyline =>
  createEntity('polyline', {
    vertices: vertices.map(([x, y, more]) => ({ x, y, bulge: 0, startWidth: 0, endWidth: 0, ...more })),
  })

/** Creates a block. */
export const createBlock = (name: string, entities: readonly Entity[] = [], more: Partial<Block> = {}): Block => ({
  name,
  handle: ++lastHandle,
  basePoint: zero,
  layoutHandle: 0,
  isExternal: false,
  isOverlay: false,
  path: '',
  entityCount: entities.length,
  entities: () => entities,
  ...more,
})

/** Creates a layout of a block, A4 in millimetres. */
export const createLayout = (name: string, block: Block, more: Partial<Layout> = {}): Layout => ({
  name,
  handle: ++lastHandle,
  tabOrder: 1,
  blockHandle: block.handle,
  paperUnits: 1,
  paperWidth: 297,
  paperHeight: 210,
  paperRotation: 0,
  scaleNumerator: 1,
  scaleDenominator: 1,
  margins: { left: 0, bottom: 0, right: 0, top: 0 },
  plotOrigin: [0, 0],
  imageOrigin: [0, 0],
  limitsMin: [0, 0],
  limitsMax: [0, 0],
  ...more,
})

/** Variables of a drawing in millimetres that states nothing else. */
export const defaultVariables: Drawing['variables'] = {
  insertionUnits: 4,
  lineTypeScale: 1,
  displaysLineWeights: true,
  isModelSpaceActive: true,
  pointMode: 0,
  pointSize: 0,
  extentsMin: [0, 0, 0],
  extentsMax: [0, 0, 0],
}

/** Contents of a drawing, and other members than the default ones. */
export interface DrawingContents extends Partial<Omit<Drawing, 'blocks' | 'variables'>> {
  readonly model?: readonly Entity[]
  /** Entities of a layout. */
  readonly paper?: readonly Entity[]
  readonly blocks?: readonly Block[]
  readonly variables?: Partial<Drawing['variables']>
}

/** Creates a drawing of records. */
export function createDrawing({ model, paper, blocks = [], variables, ...more }: DrawingContents = {}): Drawing {
  const paperBlock = createBlock('*Paper_Space', paper)
  const allBlocks = [createBlock('*Model_Space', model), paperBlock, ...blocks]
  return {
    variables: { ...defaultVariables, ...variables },
    encoding: 'windows-1252',
    layers: [createLayer('0')],
    lineTypes: [],
    textStyles: [],
    viewportEntries: [],
    blocks: allBlocks,
    layouts: paper ? [createLayout('Layout1', paperBlock)] : [],
    *entitiesNamed(names) {
      for (const block of allBlocks) for (const entity of block.entities()) if (names.has(entity.name)) yield entity
    },
    bodies: new Map(),
    findClip: () => null,
    unread: [],
    isTruncated: false,
    statedBytes: null,
    missingObjects: 0,
    ...more,
  }
}
