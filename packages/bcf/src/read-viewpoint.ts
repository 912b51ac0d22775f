import type {
  BcfCamera,
  BcfClippingPlane,
  BcfColouring,
  BcfComponent,
  BcfViewpoint,
  BcfVisibility,
  Vector,
} from './model.js'
import { childOf, childrenOf, textOf, type XmlElement } from './xml-reader.js'

/** What a visualisation file says, without its guid and picture. */
export type ViewContent = Omit<BcfViewpoint, 'guid' | 'snapshot'>

/** A viewpoint whose picture says everything. */
export const emptyView: ViewContent = {
  camera: null,
  clippingPlanes: [],
  visibility: { defaultVisible: true, exceptions: [], spaces: false, spaceBoundaries: false, openings: false },
  selection: [],
  colouring: [],
}

/** Reads a `VisualizationInfo` of BCF 2.0, 2.1 or 3.0. */
export function readViewpoint(root: XmlElement): ViewContent {
  const components = childOf(root, 'Components')
  const isOld = childrenOf(components, 'Component').length > 0
  return {
    camera: cameraOf(root),
    clippingPlanes: childrenOf(childOf(root, 'ClippingPlanes'), 'ClippingPlane').flatMap(planeOf),
    ...(isOld ? oldComponentsOf(childrenOf(components, 'Component')) : componentsOf(components)),
  }
}

function cameraOf(root: XmlElement): BcfCamera | null {
  const perspective = childOf(root, 'PerspectiveCamera')
  const camera = perspective ?? childOf(root, 'OrthogonalCamera')
  const eye = vectorOf(childOf(camera, 'CameraViewPoint'))
  const direction = directionOf(childOf(camera, 'CameraDirection'))
  const up = directionOf(childOf(camera, 'CameraUpVector'))
  if (!eye || !direction || !up) return null
  const ratio = numberOf(textOf(camera, 'AspectRatio'))
  const place = { eye, direction, up, aspectRatio: ratio !== null && ratio > 0 ? ratio : null }
  if (perspective) {
    const angle = numberOf(textOf(camera, 'FieldOfView'))
    return angle !== null && angle > 0 && angle < 180
      ? { kind: 'perspective', ...place, fieldOfViewDegrees: angle }
      : null
  }
  const height = numberOf(textOf(camera, 'ViewToWorldScale'))
  return height !== null && height > 0 ? { kind: 'orthographic', ...place, heightMetres: height } : null
}

function planeOf(plane: XmlElement): BcfClippingPlane[] {
  const point = vectorOf(childOf(plane, 'Location'))
  const direction = directionOf(childOf(plane, 'Direction'))
  return point && direction ? [{ point, direction }] : []
}

type Elements = Pick<ViewContent, 'visibility' | 'selection' | 'colouring'>

function componentsOf(components: XmlElement | undefined): Elements {
  const visibility = childOf(components, 'Visibility')
  return {
    visibility: visibilityOf(
      visibility,
      childOf(visibility, 'ViewSetupHints') ?? childOf(components, 'ViewSetupHints'),
    ),
    selection: componentList(childOf(components, 'Selection')),
    colouring: childrenOf(childOf(components, 'Coloring'), 'Color').flatMap(colouringOf),
  }
}

/** Without any word of visibility everything is shown; a `Visibility` that names no default hides. */
function visibilityOf(visibility: XmlElement | undefined, hints: XmlElement | undefined): BcfVisibility {
  const isSet = (name: string): boolean => booleanOf(hints?.attributes[name])
  return {
    defaultVisible: visibility === undefined || booleanOf(visibility.attributes['DefaultVisibility']),
    exceptions: componentList(childOf(visibility, 'Exceptions')),
    spaces: isSet('SpacesVisible'),
    spaceBoundaries: isSet('SpaceBoundariesVisible'),
    openings: isSet('OpeningsVisible'),
  }
}

/** BCF 2.0 writes what is true of each component beside it: everything else is shown unless some are said to be. */
function oldComponentsOf(components: readonly XmlElement[]): Elements {
  const all = components.flatMap((element) => componentOf(element).map((component) => ({ element, component })))
  const which = (name: string, value: boolean, otherwise: boolean): BcfComponent[] =>
    all
      .filter(({ element }) => {
        const text = element.attributes[name]
        return (text === undefined ? otherwise : booleanOf(text)) === value
      })
      .map(({ component }) => component)
  const colours = new Map<string, BcfComponent[]>()
  for (const { component, element } of all) {
    const colour = colourOf(element.attributes['Color'])
    if (colour !== null) colours.set(colour, [...(colours.get(colour) ?? []), component])
  }
  return {
    visibility: { ...emptyView.visibility, exceptions: which('Visible', false, true) },
    selection: which('Selected', true, false),
    colouring: [...colours].map(([colour, coloured]) => ({ colour, components: coloured })),
  }
}

function colouringOf(element: XmlElement): BcfColouring[] {
  const colour = colourOf(element.attributes['Color'])
  const components = componentList(childOf(element, 'Components') ?? element)
  return colour === null || components.length === 0 ? [] : [{ colour, components }]
}

function colourOf(text: string | undefined): string | null {
  const digits = text?.replace(/^#/, '').toUpperCase() ?? ''
  return /^([0-9A-F]{6}|[0-9A-F]{8})$/.test(digits) ? digits : null
}

function componentList(element: XmlElement | undefined): BcfComponent[] {
  return childrenOf(element, 'Component').flatMap(componentOf)
}

/** A component that nobody could find by anything is none. */
function componentOf(element: XmlElement): BcfComponent[] {
  const component = {
    ifcGuid: element.attributes['IfcGuid'] ?? '',
    originatingSystem: textOf(element, 'OriginatingSystem'),
    authoringToolId: textOf(element, 'AuthoringToolId'),
  }
  if (component.ifcGuid === '' && component.authoringToolId === '') return []
  return [Object.fromEntries(Object.entries(component).filter(([, value]) => value !== ''))]
}

function booleanOf(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}

function vectorOf(element: XmlElement | undefined): Vector | null {
  const [x, y, z] = ['X', 'Y', 'Z'].map((name) => numberOf(textOf(element, name)))
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : null
}

function directionOf(element: XmlElement | undefined): Vector | null {
  const vector = vectorOf(element)
  return vector !== null && Math.hypot(...vector) > 0 ? vector : null
}

function numberOf(text: string): number | null {
  const value = text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) return null
  // A negative zero says nothing that a zero does not, and is not always written back as one.
  return value === 0 ? 0 : value
}
