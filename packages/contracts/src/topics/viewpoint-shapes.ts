import { collaborationLimits as max } from '../collaboration-limits.js'
import { z } from 'zod'
import { UserReference } from '../projects/shapes.js'

const maxCoordinateMetres = 1e9

const Coordinate = z.number().min(-maxCoordinateMetres).max(maxCoordinateMetres)

/** Point in the model's own coordinates: metres, Z up, including the view package's origin. */
export const Point3 = z.tuple([Coordinate, Coordinate, Coordinate])
export type Point3 = z.infer<typeof Point3>

const Component3 = z.number().min(-1e6).max(1e6)

/** Direction; its length is irrelevant but not zero. */
export const Direction3 = z
  .tuple([Component3, Component3, Component3])
  .refine((value) => Math.hypot(...value) > 1e-9, { message: 'has no length' })

/** Element id in the source: GlobalId, handle, ElementId. */
export const SourceId = z.string().min(1).max(max.sourceIdCharacters)

/** `#rrggbb`, or `#rrggbbaa` with alpha. */
export const Colour = z.string().regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/i)

const cameraPose = {
  eye: Point3,
  /** Viewing direction, into the image. */
  direction: Direction3,
  up: Direction3,
  /** Width divided by height of the image. */
  aspectRatio: z.number().min(0.01).max(100),
  /** Distance from the eye to the orbit pivot. BCF has no field for it. */
  distanceMetres: z.number().positive().max(maxCoordinateMetres).optional(),
}

/** Camera of a viewpoint. */
export const ViewCamera = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('perspective'),
    ...cameraPose,
    /** Vertical field of view. */
    fieldOfViewDegrees: z.number().gt(0).lt(180),
  }),
  z.strictObject({
    kind: z.literal('orthographic'),
    ...cameraPose,
    /** Height of the image in model units. */
    heightMetres: z.number().positive().max(maxCoordinateMetres),
  }),
])
export type ViewCamera = z.infer<typeof ViewCamera>

/** Clipping plane. `direction` points to the side that is cut away, as in BCF. */
export const ClippingPlane = z.strictObject({ point: Point3, direction: Direction3 })
export type ClippingPlane = z.infer<typeof ClippingPlane>

const SourceIds = z.array(SourceId).max(max.elementsPerViewpoint)

/** Visible elements: all but the exceptions, or only the exceptions. */
export const ViewVisibility = z.strictObject({ defaultVisible: z.boolean(), exceptions: SourceIds })
export type ViewVisibility = z.infer<typeof ViewVisibility>

/** Elements with a common colour. */
export const ViewColouring = z.strictObject({ colour: Colour, elements: SourceIds })
export type ViewColouring = z.infer<typeof ViewColouring>

const Length2 = z.number().min(-20).max(20)

/** Point on the image: relative to its centre, x to the right and y down, in image heights. */
export const Point2 = z.tuple([Length2, Length2])
export type Point2 = z.infer<typeof Point2>

const stroke = {
  colour: Colour,
  /** In image heights. */
  width: z.number().positive().max(0.2),
}

/** Shape drawn on the image. */
export const MarkupShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal(['line', 'arrow', 'rectangle', 'ellipse', 'cloud']),
    ...stroke,
    from: Point2,
    to: Point2,
    filled: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal(['freehand', 'polyline', 'polygon']),
    ...stroke,
    points: z.array(Point2).min(2).max(max.pointsPerShape),
    filled: z.boolean().optional(),
  }),
  z.strictObject({
    kind: z.literal('text'),
    colour: Colour,
    /** Midpoint of the text's left edge. */
    at: Point2,
    /** Text height, in image heights. */
    height: z.number().positive().max(1),
    text: z.string().min(1).max(max.markupTextCharacters),
    /** Stamp: text in a frame. */
    framed: z.boolean().optional(),
  }),
])
export type MarkupShape = z.infer<typeof MarkupShape>

/** Pin attached to the model. */
export const MarkupPin = z.strictObject({
  point: Point3,
  /** Outward normal of the pinned face; null when unknown. */
  normal: Direction3.nullable(),
  /** Pinned element; null when the pin is not on an element. */
  sourceId: SourceId.nullable(),
  text: z.string().max(max.markupTextCharacters),
})
export type MarkupPin = z.infer<typeof MarkupPin>

const countPoints = (shape: z.infer<typeof MarkupShape>): number => ('points' in shape ? shape.points.length : 2)

/** Markup of a viewpoint. */
export const Markup = z.strictObject({
  shapes: z
    .array(MarkupShape)
    .max(max.shapesPerMarkup)
    .refine((shapes) => shapes.reduce((sum, shape) => sum + countPoints(shape), 0) <= max.pointsPerMarkup, {
      message: 'has too many points',
    }),
  pins: z.array(MarkupPin).max(max.pinsPerMarkup),
})
export type Markup = z.infer<typeof Markup>

/** Sheets of map data in millimetres reach 5e9. */
const maxSheetUnits = 1e12

/** Coordinate in units of a sheet. */
export const SheetCoordinate = z.number().min(-maxSheetUnits).max(maxSheetUnits)

/** Point on a sheet: x to the right and y up, in units of the sheet. */
export const SheetPoint2 = z.tuple([SheetCoordinate, SheetCoordinate])
export type SheetPoint2 = z.infer<typeof SheetPoint2>

/** Sheet of a file. Names outlast versions of the file, the index distinguishes sheets of the same name. */
export const SheetReference = z.strictObject({
  name: z.string().max(max.sheetNameCharacters),
  /** Position among the sheets of the version that was viewed, from 0. */
  index: z.number().int().min(0).max(99_999),
})
export type SheetReference = z.infer<typeof SheetReference>

/** Part of a sheet. */
export const SheetFrame = z.strictObject({
  center: SheetPoint2,
  heightUnits: z.number().positive().max(maxSheetUnits),
})
export type SheetFrame = z.infer<typeof SheetFrame>

/** View of a sheet, as the camera and visibility of a model's view. */
export const SheetViewState = z.strictObject({
  ...SheetReference.shape,
  /** Visible part. */
  ...SheetFrame.shape,
  /** Width divided by height of the visible part. */
  aspectRatio: z.number().min(0.01).max(100),
  /** Names of the layers that are hidden; all others are visible. */
  hiddenLayers: z.array(z.string().max(max.layerNameCharacters)).max(max.hiddenLayersPerViewpoint),
  paper: z.enum(['light', 'dark']),
  /** Whether lines have their plotted widths. */
  plottedWeights: z.boolean(),
  measurements: z
    .array(
      z.strictObject({
        kind: z.enum(['distance', 'area']),
        points: z.array(SheetPoint2).min(2).max(max.pointsPerMeasurement),
      }),
    )
    .max(max.measurementsPerViewpoint),
  /** Frame in which the shapes of the markup have their coordinates; by default the visible part. */
  markupFrame: SheetFrame.optional(),
})
export type SheetViewState = z.infer<typeof SheetViewState>

/** View state without its snapshot. */
const viewState = {
  /** Null for a sheet, and where the snapshot is the only content (imported). */
  camera: ViewCamera.nullable(),
  /** View of a sheet instead of the model. */
  sheet: SheetViewState.optional(),
  sections: z.array(ClippingPlane).max(max.clippingPlanes),
  visibility: ViewVisibility,
  selection: SourceIds,
  colouring: z.array(ViewColouring).max(max.coloursPerViewpoint),
  /** Elements shown transparent. */
  ghosted: SourceIds.optional(),
  /** State of viewer extensions by id, such as capped sections and measurements; the extensions validate it. */
  extensions: z
    .record(z.string().max(60), z.unknown())
    .refine((states) => JSON.stringify(states).length <= max.extensionStateCharacters, { message: 'is too large' })
    .optional(),
  /** Optional categories that the view shows, such as spaces. */
  shown: z.strictObject({ spaces: z.boolean(), spaceBoundaries: z.boolean(), openings: z.boolean() }).optional(),
}

/** Returns whether a view names at most as many elements as one may. */
const isWithinElementLimit = ({
  colouring,
  ghosted = [],
  selection,
  visibility,
}: {
  readonly colouring: readonly ViewColouring[]
  readonly ghosted?: readonly string[] | undefined
  readonly selection: readonly string[]
  readonly visibility: ViewVisibility
}): boolean =>
  colouring.reduce(
    (sum, { elements }) => sum + elements.length,
    selection.length + visibility.exceptions.length + ghosted.length,
  ) <= max.elementsPerViewpoint

/** Viewpoint to save. Its snapshot is uploaded afterwards (`POST …/viewpoints/:viewpointId/snapshot`). */
export const ViewpointForm = z
  .strictObject({
    ...viewState,
    /** Version that was viewed; defaults to the current one. */
    fileVersion: z.number().int().positive().max(1_000_000_000).optional(),
    /** Name of a saved view; ignored for viewpoints of topics. */
    name: z.string().trim().max(max.viewNameCharacters).optional(),
    markup: Markup.optional(),
  })
  .refine(isWithinElementLimit, { message: 'has too many elements' })
  .refine(({ camera, sheet }) => camera === null || sheet === undefined, {
    message: 'has both a camera and a sheet',
  })
export type ViewpointForm = z.input<typeof ViewpointForm>

/** Viewpoint in a list. */
export const ViewpointSummary = z.object({
  id: z.string(),
  /** GUID in BCF files. */
  guid: z.string(),
  /** Topic it belongs to; null for a saved view. */
  topicId: z.string().nullable(),
  name: z.string(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  /** Incremented by every change; sent back with the next one. */
  revision: z.number().int().positive(),
  /** Version of the file it was created on; null for imported ones. */
  fileVersion: z.number().int().positive().nullable(),
  /** Version of the snapshot, for its address and caches; null without one. */
  snapshot: z.string().nullable(),
  /** Number of markup shapes. */
  shapes: z.number().int(),
  pins: z.number().int(),
  /** Number of section planes. */
  sectionCount: z.number().int(),
})
export type ViewpointSummary = z.infer<typeof ViewpointSummary>

/** View that a link opens: what it shows, without its author. */
export const LinkedView = z.object({ ...viewState, markup: Markup })
export type LinkedView = z.infer<typeof LinkedView>

/** Complete viewpoint. */
export const Viewpoint = ViewpointSummary.extend({ ...viewState, markup: Markup })
export type Viewpoint = z.infer<typeof Viewpoint>
