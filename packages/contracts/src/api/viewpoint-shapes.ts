import { z } from 'zod'
import { collaborationLimits as max } from '../collaboration-limits.js'
import { UserReference } from './people-shapes.js'

const maxCoordinateMetres = 1e9
const Coordinate = z.number().min(-maxCoordinateMetres).max(maxCoordinateMetres)
/** A place in the model's own coordinates: metres, Z up, the view package's origin added. */
export const Point3 = z.tuple([Coordinate, Coordinate, Coordinate])
export type Point3 = z.infer<typeof Point3>
const Component3 = z.number().min(-1e6).max(1e6)
/** A direction; its length says nothing, but it has one. */
export const Direction3 = z
  .tuple([Component3, Component3, Component3])
  .refine((value) => Math.hypot(...value) > 1e-9, { message: 'has no length' })

/** An element by the id of its source: GlobalId, handle, ElementId. */
export const SourceId = z.string().min(1).max(max.sourceIdCharacters)
/** `#rrggbb`, or `#rrggbbaa` with alpha. */
export const Colour = z.string().regex(/^#([0-9a-f]{6}|[0-9a-f]{8})$/i)

const cameraPose = {
  eye: Point3,
  /** Into the picture. */
  direction: Direction3,
  up: Direction3,
  /** Width through height of the picture. */
  aspectRatio: z.number().min(0.01).max(100),
  /** From the eye to what the view is about, which one turns about. BCF has no place for it. */
  distanceMetres: z.number().positive().max(maxCoordinateMetres).optional(),
}
/** Where it was looked from. */
export const ViewCamera = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('perspective'),
    ...cameraPose,
    /** Vertical. */
    fieldOfViewDegrees: z.number().gt(0).lt(180),
  }),
  z.strictObject({
    kind: z.literal('orthographic'),
    ...cameraPose,
    /** What the picture is high in the model. */
    heightMetres: z.number().positive().max(maxCoordinateMetres),
  }),
])
export type ViewCamera = z.infer<typeof ViewCamera>

/** A cut through the model. `direction` points to the side that is cut away, as in BCF. */
export const ClippingPlane = z.strictObject({ point: Point3, direction: Direction3 })
export type ClippingPlane = z.infer<typeof ClippingPlane>

const SourceIds = z.array(SourceId).max(max.elementsPerViewpoint)
/** Which elements are shown: all but the exceptions, or the exceptions alone. */
export const ViewVisibility = z.strictObject({ defaultVisible: z.boolean(), exceptions: SourceIds })
export type ViewVisibility = z.infer<typeof ViewVisibility>
/** Elements of one colour. */
export const ViewColouring = z.strictObject({ colour: Colour, elements: SourceIds })
export type ViewColouring = z.infer<typeof ViewColouring>

const Length2 = z.number().min(-20).max(20)
/** A place on the picture: from its middle, x to the right and y down, in heights of the picture. */
export const Point2 = z.tuple([Length2, Length2])
export type Point2 = z.infer<typeof Point2>
const stroke = {
  colour: Colour,
  /** In heights of the picture. */
  width: z.number().positive().max(0.2),
}
/** A shape drawn on the picture. */
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
    /** Middle of its left edge. */
    at: Point2,
    /** Of its letters, in heights of the picture. */
    height: z.number().positive().max(1),
    text: z.string().min(1).max(max.markupTextCharacters),
    /** A stamp: words in a frame. */
    framed: z.boolean().optional(),
  }),
])
export type MarkupShape = z.infer<typeof MarkupShape>

/** A pin stuck to the model. */
export const MarkupPin = z.strictObject({
  point: Point3,
  /** Outward of the face it sticks in; null when unknown. */
  normal: Direction3.nullable(),
  /** The element it sticks in; null in the open. */
  sourceId: SourceId.nullable(),
  text: z.string().max(max.markupTextCharacters),
})
export type MarkupPin = z.infer<typeof MarkupPin>

const countPoints = (shape: z.infer<typeof MarkupShape>): number => ('points' in shape ? shape.points.length : 2)
/** What is drawn on a viewpoint. */
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

/** What was seen, without its picture. */
const viewState = {
  /** Null: the picture says it all (imported, or a sheet). */
  camera: ViewCamera.nullable(),
  sections: z.array(ClippingPlane).max(max.clippingPlanes),
  visibility: ViewVisibility,
  selection: SourceIds,
  colouring: z.array(ViewColouring).max(max.coloursPerViewpoint),
  /** Elements that are seen through. */
  ghosted: SourceIds.optional(),
  /** What extensions of the viewer keep of the view, by their ids: sections with caps, measurements. Theirs to check. */
  extensions: z
    .record(z.string().max(60), z.unknown())
    .refine((states) => JSON.stringify(states).length <= max.extensionStateCharacters, { message: 'is too large' })
    .optional(),
  /** What else of the view belongs to it by the choice of the screen, such as spaces that are shown. */
  shown: z.strictObject({ spaces: z.boolean(), spaceBoundaries: z.boolean(), openings: z.boolean() }).optional(),
}

/** A viewpoint to be kept. Its snapshot is sent afterwards (`POST …/viewpoints/:viewpointId/snapshot`). */
export const ViewpointForm = z
  .strictObject({
    ...viewState,
    /** The version that was looked at; the current one when left out. */
    fileVersion: z.number().int().positive().max(1_000_000_000).optional(),
    /** Name of a saved view; ignored for viewpoints of topics. */
    name: z.string().trim().max(max.viewNameCharacters).optional(),
    markup: Markup.optional(),
  })
  .refine(
    ({ colouring, ghosted = [], selection, visibility }) =>
      colouring.reduce(
        (sum, { elements }) => sum + elements.length,
        selection.length + visibility.exceptions.length + ghosted.length,
      ) <= max.elementsPerViewpoint,
    { message: 'has too many elements' },
  )
export type ViewpointForm = z.input<typeof ViewpointForm>

/** A viewpoint as lists show it. */
export const ViewpointSummary = z.object({
  id: z.string(),
  /** As BCF files name it. */
  guid: z.string(),
  /** The topic it belongs to; null for a saved view. */
  topicId: z.string().nullable(),
  name: z.string(),
  author: UserReference,
  createdAt: z.iso.datetime(),
  /** Grows with every change; sent back with the next one. */
  revision: z.number().int().positive(),
  /** Version of the file it was made on; null for imported ones. */
  fileVersion: z.number().int().positive().nullable(),
  /** Version of the snapshot, for its address and caches; null without one. */
  snapshot: z.string().nullable(),
  /** How much is drawn on it. */
  shapes: z.number().int(),
  pins: z.number().int(),
})
export type ViewpointSummary = z.infer<typeof ViewpointSummary>

/** A whole viewpoint. */
export const Viewpoint = ViewpointSummary.extend({ ...viewState, markup: Markup })
export type Viewpoint = z.infer<typeof Viewpoint>
