import type { DrawingVariables } from '../../drawing/tables.js'
import { ObjectReader } from '../bits/object-reader.js'
import type { DwgContainer } from '../container/container.js'
import { skipFields } from '../objects/fields.js'

const sentinelBytes = 16
/** Bit of the flags before INSUNITS: set where line weights are not displayed. */
const weightsHidden = 0x200
const hasPlotStyle = 3

/** Reads the variables of a drawing that its display depends on (Open Design Specification, section 9). */
export function readVariables(container: DwgContainer): DrawingVariables | null {
  const section = container.readSection('AcDb:Header')
  if (!section || section.length <= sentinelBytes) return null
  const reader = new ObjectReader(section, container.release, container.codePage)
  reader.moveTo(sentinelBytes, section.length - sentinelBytes)
  openVariableStream(reader, container)
  const isModelSpaceActive = readModes(reader)
  const { pointMode, lineTypeScale, pointSize } = readScales(reader)
  const { extentsMin, extentsMax } = readExtents(reader)
  skipDimensionVariables(reader)
  return {
    isModelSpaceActive,
    pointMode,
    lineTypeScale,
    pointSize,
    extentsMin,
    extentsMax,
    ...readUnits(reader),
  }
}

function openVariableStream(reader: ObjectReader, { release, maintenance }: DwgContainer): void {
  reader.readRawLong()
  if (release >= 2018 || (release >= 2010 && maintenance > 3)) reader.readRawLong()
  if (release < 2007) return
  const { position } = reader
  reader.openStreams(position + reader.readRawLong())
}

/** Reads up to the modes. Returns TILEMODE. */
function readModes(reader: ObjectReader): boolean {
  const { release } = reader
  if (release >= 2013) reader.readLongLong()
  skipFields(reader, '4*BD 4*T 2*BL')
  if (release <= 14) skipFields(reader, 'BS')
  if (release < 2004) skipFields(reader, 'H')
  skipFields(reader, release <= 14 ? '20*B' : release >= 2004 ? '16*B' : '15*B')
  return reader.readFlag()
}

function readScales(reader: ObjectReader): Pick<DrawingVariables, 'pointMode' | 'lineTypeScale' | 'pointSize'> {
  const { release } = reader
  skipFields(reader, release <= 14 ? '5*B 10*BS' : '4*B 7*BS')
  const pointMode = reader.readShort()
  skipFields(reader, release <= 14 ? 'BS' : release >= 2004 ? '3*BL' : '')
  skipFields(reader, '19*BS')
  const lineTypeScale = reader.readDouble()
  skipFields(reader, '6*BD')
  return { pointMode, lineTypeScale, pointSize: reader.readDouble() }
}

function readExtents(reader: ObjectReader): Pick<DrawingVariables, 'extentsMin' | 'extentsMax'> {
  const { release } = reader
  skipFields(reader, '13*BD T 4*BL')
  if (release >= 2004) skipFields(reader, '3*BL')
  skipFields(reader, '4*BL CMC h 3*H')
  if (release >= 2007) skipFields(reader, 'H')
  skipFields(reader, '2*H')
  if (release >= 2000) skipFields(reader, 'BD')
  skipFields(reader, '3*3BD 2*2RD BD 3*3BD H')
  if (release >= 2000) skipFields(reader, 'H BS H 6*3BD')
  skipFields(reader, '3BD')
  const extentsMin = reader.readPoint()
  const extentsMax = reader.readPoint()
  skipFields(reader, '2*2RD BD 3*3BD H')
  if (release >= 2000) skipFields(reader, 'H BS H 6*3BD 2*T')
  return { extentsMin, extentsMax }
}

function skipDimensionVariables(reader: ObjectReader): void {
  const { release } = reader
  if (release <= 14) skipFields(reader, '11*B 2*RC 2*B 3*RC B 4*RC 6*BS H')
  skipFields(reader, '9*BD')
  if (release >= 2007) skipFields(reader, '2*BD BS CMC')
  if (release >= 2000) skipFields(reader, '6*B 3*BS')
  if (release >= 2007) skipFields(reader, 'BS')
  skipFields(reader, '8*BD')
  if (release <= 14) skipFields(reader, '5*T')
  if (release >= 2000) skipFields(reader, 'BD B BS 4*B')
  skipFields(reader, '3*CMC')
  if (release >= 2000) skipFields(reader, '11*BS 2*B 4*BS B BS')
  if (release >= 2007) skipFields(reader, 'B')
  if (release >= 2010) skipFields(reader, 'B BD T BD T')
  if (release >= 2000) skipFields(reader, '5*H')
  if (release >= 2007) skipFields(reader, '3*H')
  if (release >= 2000) skipFields(reader, '2*BS')
}

/** Reads the unit and LWDISPLAY, which begin with release 2000. */
function readUnits(reader: ObjectReader): Pick<DrawingVariables, 'insertionUnits' | 'displaysLineWeights'> {
  const { release } = reader
  if (release < 2000) return { insertionUnits: 0, displaysLineWeights: false }
  skipFields(reader, release <= 2000 ? '10*H 3*H' : '9*H 3*H')
  skipFields(reader, '2*BS 2*T 3*H')
  if (release >= 2004) skipFields(reader, '2*H')
  if (release >= 2007) skipFields(reader, 'H')
  if (release >= 2013) skipFields(reader, 'H')
  const flags = reader.readLong()
  const insertionUnits = reader.readShort()
  if (reader.readShort() === hasPlotStyle) skipFields(reader, 'H')
  return { insertionUnits, displaysLineWeights: (flags & weightsHidden) === 0 }
}
