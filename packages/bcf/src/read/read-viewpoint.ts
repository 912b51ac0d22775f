import type {
  BcfCamera,
  BcfClippingPlane,
  BcfColoring,
  BcfComponent,
  BcfViewpoint,
  BcfVisibility,
  Vector,
} from '../model.js'
import { findChild, listChildren, readText, type XmlElement } from './xml-reader.js'

/** Content of a visualisation file, without its guid and snapshot. */
export type ViewContent = Omit<BcfViewpoint, 'guid' | 'snapshot'>

/** A viewpoint that consists of its snapshot only. */
export const emptyView: ViewContent = {
  camera: null,
  clippingPlanes: [],
  visibility: { defaultVisible: true, exceptions: [], spaces: false, spaceBoundaries: false, openings: false },
  selection: [],
  colouring: [],
}

/** Reads a `VisualizationInfo` of BCF 2.0, 2.1 or 3.0. */
export function readViewpoint(root: XmlElement): ViewContent {
  const components = findChild(root, 'Components')
  const isOld = listChildren(components, 'Component').length > 0
  return {
    camera: readCamera(root),
    clippingPlanes: listChildren(findChild(root, 'ClippingPlanes'), 'ClippingPlane').flatMap(readClippingPlane),
    ...(isOld ? readLegacyComponents(listChildren(components, 'Component')) : readComponents(components)),
  }
}

function readCamera(root: XmlElement): BcfCamera | null {
  const perspective = findChild(root, 'PerspectiveCamera')
  const camera = perspective ?? findChild(root, 'OrthogonalCamera')
  const eye = readVector(findChild(camera, 'CameraViewPoint'))
  const direction = readDirection(findChild(camera, 'CameraDirection'))
  const up = readDirection(findChild(camera, 'CameraUpVector'))
  if (!eye || !direction || !up) return null
  const ratio = parseNumber(readText(camera, 'AspectRatio'))
  const pose = { eye, direction, up, aspectRatio: ratio !== null && ratio > 0 ? ratio : null }
  if (perspective) {
    const angle = parseNumber(readText(camera, 'FieldOfView'))
    return angle !== null && angle > 0 && angle < 180
      ? { kind: 'perspective', ...pose, fieldOfViewDegrees: angle }
      : null
  }
  const height = parseNumber(readText(camera, 'ViewToWorldScale'))
  return height !== null && height > 0 ? { kind: 'orthographic', ...pose, heightMetres: height } : null
}

function readClippingPlane(plane: XmlElement): BcfClippingPlane[] {
  const point = readVector(findChild(plane, 'Location'))
  const direction = readDirection(findChild(plane, 'Direction'))
  return point && direction ? [{ point, direction }] : []
}

type Elements = Pick<ViewContent, 'visibility' | 'selection' | 'colouring'>

function readComponents(components: XmlElement | undefined): Elements {
  const visibility = findChild(components, 'Visibility')
  return {
    visibility: readVisibility(
      visibility,
      findChild(visibility, 'ViewSetupHints') ?? findChild(components, 'ViewSetupHints'),
    ),
    selection: componentList(findChild(components, 'Selection')),
    colouring: listChildren(findChild(components, 'Coloring'), 'Color').flatMap(readColoring),
  }
}

/** Reads visibility. Without an element for it everything is visible; a `Visibility` without a default hides. */
function readVisibility(visibility: XmlElement | undefined, hints: XmlElement | undefined): BcfVisibility {
  const isSet = (name: string): boolean => parseBoolean(hints?.attributes[name])
  return {
    defaultVisible: visibility === undefined || parseBoolean(visibility.attributes['DefaultVisibility']),
    exceptions: componentList(findChild(visibility, 'Exceptions')),
    spaces: isSet('SpacesVisible'),
    spaceBoundaries: isSet('SpaceBoundariesVisible'),
    openings: isSet('OpeningsVisible'),
  }
}

/**
 * Reads components of BCF 2.0, which have attributes for visibility, selection and colour: elements are visible unless
 * marked otherwise.
 */
function readLegacyComponents(components: readonly XmlElement[]): Elements {
  const all = components.flatMap((element) => readComponent(element).map((component) => ({ element, component })))
  const which = (name: string, value: boolean, otherwise: boolean): BcfComponent[] =>
    all
      .filter(({ element }) => {
        const text = element.attributes[name]
        return (text === undefined ? otherwise : parseBoolean(text)) === value
      })
      .map(({ component }) => component)
  const colours = new Map<string, BcfComponent[]>()
  for (const { component, element } of all) {
    const colour = parseColor(element.attributes['Color'])
    if (colour !== null) colours.set(colour, [...(colours.get(colour) ?? []), component])
  }
  return {
    visibility: { ...emptyView.visibility, exceptions: which('Visible', false, true) },
    selection: which('Selected', true, false),
    colouring: [...colours].map(([colour, coloredComponents]) => ({ colour, components: coloredComponents })),
  }
}

function readColoring(element: XmlElement): BcfColoring[] {
  const colour = parseColor(element.attributes['Color'])
  const components = componentList(findChild(element, 'Components') ?? element)
  return colour === null || components.length === 0 ? [] : [{ colour, components }]
}

function parseColor(text: string | undefined): string | null {
  const digits = text?.replace(/^#/, '').toUpperCase() ?? ''
  return /^([0-9A-F]{6}|[0-9A-F]{8})$/.test(digits) ? digits : null
}

function componentList(element: XmlElement | undefined): BcfComponent[] {
  return listChildren(element, 'Component').flatMap(readComponent)
}

/** Omits a component without any identifier. */
function readComponent(element: XmlElement): BcfComponent[] {
  const component = {
    ifcGuid: element.attributes['IfcGuid'] ?? '',
    originatingSystem: readText(element, 'OriginatingSystem'),
    authoringToolId: readText(element, 'AuthoringToolId'),
  }
  if (component.ifcGuid === '' && component.authoringToolId === '') return []
  return [Object.fromEntries(Object.entries(component).filter(([, value]) => value !== ''))]
}

function parseBoolean(text: string | undefined): boolean {
  return text === 'true' || text === '1'
}

function readVector(element: XmlElement | undefined): Vector | null {
  const [x, y, z] = ['X', 'Y', 'Z'].map((name) => parseNumber(readText(element, name)))
  return typeof x === 'number' && typeof y === 'number' && typeof z === 'number' ? [x, y, z] : null
}

function readDirection(element: XmlElement | undefined): Vector | null {
  const vector = readVector(element)
  return vector !== null && Math.hypot(...vector) > 0 ? vector : null
}

function parseNumber(text: string): number | null {
  const value = text === '' ? Number.NaN : Number(text)
  if (!Number.isFinite(value)) return null
  // A negative zero has no meaning of its own and does not always survive a round trip.
  return value === 0 ? 0 : value
}
