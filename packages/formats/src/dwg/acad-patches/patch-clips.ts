import {
  ClipMode,
  DxfObjectsSectionReader,
  DxfSectionReaderBase,
  XY,
  type CadWipeoutBase,
} from '@node-projects/acad-ts'
import type { ClipReaderParts, FilterTemplateParts, ImageTemplateParts } from './private-parts.js'

/** Patches the gaps of the library in images, wipeouts and block clips of a DXF. */
export function patchClips(): void {
  patchWipeoutReader()
  readBothMatrices()
}

type Group = ClipReaderParts['_reader']

const definition = 340

/**
 * Patches the image and wipeout reader: the library reads the outline, but drops position, size, layer and clip mode.
 */
function patchWipeoutReader(): void {
  const sections = DxfSectionReaderBase.prototype as unknown as ClipReaderParts
  sections._readWipeoutBase = function (this: ClipReaderParts, template: ImageTemplateParts): boolean {
    const { _reader: group } = this
    if (group.code === definition) template.imgDefHandle = group.valueAsHandle
    return group.code === definition || takePoint(template.cadObject, group) || takeNumber(template.cadObject, group)
  }
}

/**
 * Reads groups 10 to 32: the position of an image and the sides of a pixel; 13, 23: its pixels; 14, 24: a vertex of its
 * outline.
 */
function takePoint(image: CadWipeoutBase, { code, valueAsDouble: value }: Group): boolean {
  const { insertPoint, uVector, vVector, size, clipBoundaryVertices: clipVertices } = image
  if (code === 14) clipVertices.push(new XY(0, 0))
  const point = [insertPoint, uVector, vVector, size, clipVertices.at(-1)][code % 10]
  if (!point || code < 10 || code >= 40) return false
  if (code < 20) point.x = value
  else if (code < 30) point.y = value
  else if ('z' in point) point.z = value
  return true
}

function takeNumber(image: CadWipeoutBase, { code, value }: Group): boolean {
  if (code === 70) Object.assign(image, { flags: Number(value) })
  else if (code === 280) image.clippingState = Number(value) !== 0
  else if (code === 290) image.clipMode = Number(value) === 0 ? ClipMode.Outside : ClipMode.Inside
  else return false
  return true
}

/** Keeps both matrices of a clip; the library overwrites the first with the second. */
function readBothMatrices(): void {
  const objects = DxfObjectsSectionReader.prototype as unknown as ClipReaderParts
  const { _readSpatialFilter: readFilter } = objects
  objects._readSpatialFilter = function (this: ClipReaderParts, template: FilterTemplateParts, map): boolean {
    const { inverseInsertTransform: before } = template.cadObject
    const isKnown = readFilter.call(this, template, map)
    if (template.cadObject.inverseInsertTransform !== before) template.insertTransformRead = true
    return isKnown
  }
}
