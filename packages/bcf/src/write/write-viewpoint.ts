import type { BcfCamera, BcfComponent, BcfViewpoint, BcfVisibility, Vector, BcfVersion } from '../model.js'
import { element, listElement, textElement, type XmlNode } from './xml-writer.js'

const defaultAspectRatio = 16 / 9
/** Range of the schemas of 2.0 and 2.1; according to the text of 2.1 the next version removes the limit. */
const fieldOfView21 = { min: 45, max: 60 }

/** Creates a `VisualizationInfo`, in schema order; null if the version cannot represent it: 3.0 requires a camera. */
export function viewpointDocument(viewpoint: BcfViewpoint, version: BcfVersion): XmlNode | null {
  const { camera, clippingPlanes, guid } = viewpoint
  if (camera === null && version === '3.0') return null
  return element('VisualizationInfo', version === '2.0' ? {} : { Guid: guid }, [
    componentsByVersion[version](viewpoint),
    camera && cameraElement(camera, version),
    listElement(
      'ClippingPlanes',
      clippingPlanes.map(({ direction, point }) =>
        element('ClippingPlane', {}, [vectorElement('Location', point), vectorElement('Direction', direction)]),
      ),
    ),
  ])
}

const componentsByVersion: Readonly<Record<BcfVersion, (viewpoint: BcfViewpoint) => XmlNode | null>> = {
  '2.0': components20,
  '2.1': components21,
  '3.0': components30,
}

function cameraElement(camera: BcfCamera, version: BcfVersion): XmlNode {
  const { direction, eye, up } = camera
  const poseElements = [
    vectorElement('CameraViewPoint', eye),
    vectorElement('CameraDirection', direction),
    vectorElement('CameraUpVector', up),
  ]
  const ratio =
    version === '3.0' ? [textElement('AspectRatio', numberText(camera.aspectRatio ?? defaultAspectRatio))] : []
  if (camera.kind === 'orthographic') {
    const scale = textElement('ViewToWorldScale', numberText(camera.heightMetres))
    return element('OrthogonalCamera', {}, [...poseElements, scale, ...ratio])
  }
  const { min, max } = fieldOfView21
  const degrees = camera.fieldOfViewDegrees
  const angle = version === '3.0' ? degrees : Math.min(max, Math.max(min, degrees))
  return element('PerspectiveCamera', {}, [...poseElements, textElement('FieldOfView', numberText(angle)), ...ratio])
}

function components30({ colouring, selection, visibility }: BcfViewpoint): XmlNode {
  return element('Components', {}, [
    listElement('Selection', selection.map(componentElement)),
    element('Visibility', { DefaultVisibility: String(visibility.defaultVisible) }, [
      hintsElement(visibility),
      listElement('Exceptions', visibility.exceptions.map(componentElement)),
    ]),
    listElement(
      'Coloring',
      colouring.map(({ colour, components }) =>
        element('Color', { Color: colour }, [element('Components', {}, components.map(componentElement))]),
      ),
    ),
  ])
}

function components21({ colouring, selection, visibility }: BcfViewpoint): XmlNode {
  return element('Components', {}, [
    hintsElement(visibility),
    listElement('Selection', selection.map(componentElement)),
    element('Visibility', { DefaultVisibility: String(visibility.defaultVisible) }, [
      listElement('Exceptions', visibility.exceptions.map(componentElement)),
    ]),
    listElement(
      'Coloring',
      colouring.map(({ colour, components }) => element('Color', { Color: colour }, components.map(componentElement))),
    ),
  ])
}

/** Writes components of BCF 2.0, which have attributes for their state; all other elements are visible. */
function components20({ colouring, selection, visibility }: BcfViewpoint): XmlNode | null {
  const selected = new Set(selection.map(toComponentKey))
  const hidden = new Set(visibility.defaultVisible ? visibility.exceptions.map(toComponentKey) : [])
  const colours = new Map(
    colouring.flatMap(({ colour, components }) => components.map((one) => [toComponentKey(one), colour])),
  )
  const all = [...selection, ...visibility.exceptions, ...colouring.flatMap(({ components }) => components)]
  const unique = [...new Map(all.map((component) => [toComponentKey(component), component]))]
  return listElement(
    'Components',
    unique.map(([key, component]) => {
      const { attributes, ...rest } = componentElement(component)
      const color = colours.get(key) ?? null
      const stateAttributes = { Selected: String(selected.has(key)), Visible: String(!hidden.has(key)), Color: color }
      return { ...rest, attributes: { ...attributes, ...stateAttributes } }
    }),
  )
}

function toComponentKey({ authoringToolId, ifcGuid, originatingSystem }: BcfComponent): string {
  return JSON.stringify([ifcGuid, originatingSystem, authoringToolId])
}

function hintsElement({ openings, spaceBoundaries, spaces }: BcfVisibility): XmlNode {
  return element(
    'ViewSetupHints',
    {
      SpacesVisible: String(spaces),
      SpaceBoundariesVisible: String(spaceBoundaries),
      OpeningsVisible: String(openings),
    },
    [],
  )
}

/** Writes only a valid GlobalId as the IFC guid; any other identifier is written as the id of its authoring program. */
function componentElement({ authoringToolId, ifcGuid, originatingSystem }: BcfComponent): XmlNode {
  const isGlobalId = ifcGuid !== undefined && /^[0-9A-Za-z_$]{22}$/.test(ifcGuid)
  return element('Component', { IfcGuid: isGlobalId ? ifcGuid : null }, [
    textElement('OriginatingSystem', originatingSystem ?? null),
    textElement('AuthoringToolId', authoringToolId ?? (isGlobalId ? null : (ifcGuid ?? null))),
  ])
}

function vectorElement(name: string, vector: Vector): XmlNode {
  return element(
    name,
    {},
    (['X', 'Y', 'Z'] as const).map((axis, index) => textElement(axis, numberText(vector[index] ?? 0))),
  )
}

/** Returns the shortest text that parses to the same number; `xs:double` accepts the exponents of JavaScript. */
function numberText(value: number): string {
  return String(value)
}
