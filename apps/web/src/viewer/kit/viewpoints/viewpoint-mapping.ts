import type { Viewpoint, ViewpointForm } from '@kamar/contracts'
import type { CameraView, CutPlane, ElementColor, MarkupDrawing, ModelFrame, Point, ViewState } from '@kamar/viewer'
import { toDrawing, toStoredMarkup } from './markup-mapping.js'
import { type StateMappers, toStoredToolStates, shownToolStates } from './tool-coordinates.js'

type StoredCamera = NonNullable<ViewpointForm['camera']>
type StoredPlane = ViewpointForm['sections'][number]

/** Ids of the viewer's extensions that have their own field in a viewpoint. */
const markupId = 'kamar.markup'
const sectionId = 'kamar.section'

/** The current view as a viewpoint to store, and its snapshot. */
export interface CapturedView {
  readonly form: ViewpointForm
  readonly snapshot: Blob
}

/** Displayed part of a viewpoint. */
export type StoredView = Pick<
  Viewpoint,
  'camera' | 'sheet' | 'sections' | 'visibility' | 'selection' | 'colouring' | 'ghosted' | 'extensions' | 'markup'
>

/** Context of a conversion between views and viewpoints. */
export interface ViewContext {
  /** Placement of the file's model in the view: the server stores coordinates of the file. */
  readonly frame: ModelFrame
  /** Conversions of the states of tools. */
  readonly mappers: StateMappers
  readonly cuts: readonly CutPlane[]
}

const add = (a: Point, b: Point): [number, number, number] => [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
const subtract = (a: Point, b: Point): [number, number, number] => [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
const scale = (a: Point, by: number): [number, number, number] => [a[0] * by, a[1] * by, a[2] * by]
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
]
const copied = ([x, y, z]: Point): [number, number, number] => [x, y, z]
const normalize = (a: Point): [number, number, number] => scale(a, 1 / (Math.hypot(...a) || 1))

/** Converts a viewer state to the server's format. */
export function toViewpoint(state: ViewState, { frame, mappers, cuts }: ViewContext): ViewpointForm {
  const { camera, visibility, selection, colors, extensions } = state
  const tools = Object.fromEntries(Object.entries(extensions).filter(([id]) => id !== markupId))
  return {
    camera: toStoredCamera(camera, { frame, aspect: state.aspect }),
    sections: cuts.map((cut) => toStoredPlane(cut, frame)),
    visibility: { defaultVisible: visibility.shown === 'all-but', exceptions: [...visibility.exceptions] },
    selection: [...selection],
    colouring: colors.map(({ color, elements }) => ({ colour: toHex(color), elements: [...elements] })),
    ghosted: [...visibility.ghosted],
    extensions: toStoredToolStates(tools, mappers, frame),
    markup: toStoredMarkup((extensions[markupId] as MarkupDrawing | undefined) ?? null),
  }
}

/** Converts a viewpoint to a viewer state; null without a camera. `center` is that of the model. */
export function toViewState(
  viewpoint: StoredView,
  { frame, mappers, center }: Omit<ViewContext, 'cuts'> & { readonly center: Point },
): ViewState | null {
  if (viewpoint.camera === null) return null
  const camera = toCameraView(viewpoint.camera, { frame, center })
  const drawing = toDrawing(viewpoint.markup, camera)
  const { defaultVisible, exceptions } = viewpoint.visibility
  const planes = viewpoint.sections.map((plane, index) => toSectionPlane(plane, { frame, id: `p${index + 1}` }))
  return {
    format: 'kamar-view',
    version: 1,
    camera,
    aspect: viewpoint.camera.aspectRatio,
    selection: viewpoint.selection,
    visibility: {
      shown: defaultVisible ? 'all-but' : 'none-but',
      exceptions,
      ghosted: viewpoint.ghosted ?? [],
    },
    colors: viewpoint.colouring.map(({ colour, elements }) => ({ color: fromHex(colour), elements })),
    extensions: {
      // Views of other programs have planes only; Kamar's own views have further section data.
      ...(planes.length > 0 ? { [sectionId]: { planes, box: null, hatched: true } } : {}),
      ...shownToolStates(viewpoint.extensions ?? {}, mappers, frame),
      ...(drawing ? { [markupId]: drawing } : {}),
    },
  }
}

function toStoredCamera(camera: CameraView, { frame, aspect }: { frame: ModelFrame; aspect: number }): StoredCamera {
  const direction = normalize(subtract(camera.target, camera.eye))
  const up = normalize(camera.up ?? cross(cross(direction, [0, 0, 1]), direction))
  const distanceMetres = Math.max(1e-6, Math.hypot(...subtract(camera.target, camera.eye)))
  const pose = {
    eye: copied(frame.pointToFile(camera.eye)),
    direction: copied(frame.directionToFile(direction)),
    up: copied(frame.directionToFile(up)),
    aspectRatio: aspect,
    distanceMetres,
  }
  return camera.projection === 'perspective'
    ? { kind: 'perspective', ...pose, fieldOfViewDegrees: camera.fieldOfViewDegrees }
    : { kind: 'orthographic', ...pose, heightMetres: camera.height }
}

/**
 * Returns the distance from the eye to the model's centre along the view direction: the orbit pivot when nothing was
 * picked.
 */
function targetDistance(eye: Point, direction: Point, center: Point): number {
  const offset = subtract(center, eye)
  const along = offset[0] * direction[0] + offset[1] * direction[1] + offset[2] * direction[2]
  return along > 0.1 ? along : Math.max(1, Math.hypot(...offset))
}

const defaultFieldOfViewDegrees = 50

function toCameraView(stored: StoredCamera, { frame, center }: { frame: ModelFrame; center: Point }): CameraView {
  const eye = copied(frame.pointToView(stored.eye))
  const direction = normalize(frame.directionToView(stored.direction))
  const distance = stored.distanceMetres ?? targetDistance(eye, direction, center)
  const isStraight = Math.hypot(direction[0], direction[1]) < 1e-6
  const degrees = stored.kind === 'perspective' ? stored.fieldOfViewDegrees : defaultFieldOfViewDegrees
  const height = 2 * distance * Math.tan((degrees * Math.PI) / 360)
  return {
    eye,
    target: add(eye, scale(direction, distance)),
    projection: stored.kind,
    fieldOfViewDegrees: Math.min(degrees, 160),
    height: stored.kind === 'orthographic' ? stored.heightMetres : height,
    ...(isStraight ? { up: normalize(frame.directionToView(stored.up)) } : {}),
  }
}

/** Converts a plane. The server's planes point towards the removed side, the viewer's towards the remaining one. */
function toStoredPlane({ normal, offset }: CutPlane, frame: ModelFrame): StoredPlane {
  return {
    point: copied(frame.pointToFile(scale(normal, -offset))),
    direction: copied(frame.directionToFile(scale(normal, -1))),
  }
}

function toSectionPlane({ point, direction }: StoredPlane, { frame, id }: { frame: ModelFrame; id: string }): object {
  const normal = normalize(frame.directionToView(scale(direction, -1)))
  return { id, kind: 'face', point: frame.pointToView(point), normal, enabled: true }
}

const byte = (value: number): string =>
  Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, '0')

function toHex({ rgb, opacity }: ElementColor): string {
  return `#${rgb.map(byte).join('')}${opacity === undefined ? '' : byte(opacity * 255)}`
}

function fromHex(colour: string): ElementColor {
  const part = (start: number): number => Number.parseInt(colour.slice(start, start + 2), 16)
  const rgb = [part(1), part(3), part(5)] as const
  return colour.length > 7 ? { rgb, opacity: part(7) / 255 } : { rgb }
}
