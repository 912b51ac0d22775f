import type { BcfCamera, BcfComponent, BcfViewpoint, BcfVisibility, Vector, WrittenVersion } from './model.js'
import { element, listElement, textElement, type XmlNode } from './xml-writer.js'

const usualAspectRatio = 16 / 9
/** What the schema of 2.1 allows; its text says that the next version drops the limit. */
const fieldOfView21 = { least: 45, most: 60 }

/** A `VisualizationInfo`, in the order of the schema; null where the version has no way to say it: 3.0 wants a camera. */
export function viewpointDocument(viewpoint: BcfViewpoint, version: WrittenVersion): XmlNode | null {
  const { camera, clippingPlanes, guid } = viewpoint
  if (camera === null && version === '3.0') return null
  return element('VisualizationInfo', { Guid: guid }, [
    version === '3.0' ? components30(viewpoint) : components21(viewpoint),
    camera && cameraElement(camera, version),
    listElement(
      'ClippingPlanes',
      clippingPlanes.map(({ direction, point }) =>
        element('ClippingPlane', {}, [vectorElement('Location', point), vectorElement('Direction', direction)]),
      ),
    ),
  ])
}

function cameraElement(camera: BcfCamera, version: WrittenVersion): XmlNode {
  const { direction, eye, up } = camera
  const place = [
    vectorElement('CameraViewPoint', eye),
    vectorElement('CameraDirection', direction),
    vectorElement('CameraUpVector', up),
  ]
  const ratio =
    version === '3.0' ? [textElement('AspectRatio', numberText(camera.aspectRatio ?? usualAspectRatio))] : []
  if (camera.kind === 'orthographic') {
    const scale = textElement('ViewToWorldScale', numberText(camera.heightMetres))
    return element('OrthogonalCamera', {}, [...place, scale, ...ratio])
  }
  const { least, most } = fieldOfView21
  const degrees = camera.fieldOfViewDegrees
  const angle = version === '3.0' ? degrees : Math.min(most, Math.max(least, degrees))
  return element('PerspectiveCamera', {}, [...place, textElement('FieldOfView', numberText(angle)), ...ratio])
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

/** Only a GlobalId may stand where the schema wants one; what else names an element is the id of its program. */
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

/** The shortest text that reads back as the same number; `xs:double` takes the exponents of JavaScript. */
function numberText(value: number): string {
  return String(value)
}
