import type { Layout } from '../../drawing/tables.js'
import type { Point2 } from '../../drawing/index.js'
import type { ObjectReader } from '../bits/object-reader.js'
import { skipFields } from './fields.js'
import { readObjectHeader } from './object-header.js'

/** Reads a LAYOUT with its plot settings. */
export function readLayout(reader: ObjectReader): Layout {
  readObjectHeader(reader)
  const { handle } = reader
  const plot = readPlotSettings(reader)
  const name = reader.readText()
  const tabOrder = reader.readLong()
  skipFields(reader, 'BS 3BD')
  const limitsMin = reader.readRawPoint()
  const limitsMax = reader.readRawPoint()
  return { handle, name, tabOrder, ...plot, limitsMin, limitsMax, blockHandle: readBlockHandle(reader) }
}

type PlotSettings = Omit<Layout, 'handle' | 'name' | 'tabOrder' | 'limitsMin' | 'limitsMax' | 'blockHandle'>

function readPlotSettings(reader: ObjectReader): PlotSettings {
  const { release } = reader
  skipFields(reader, '2*T BS')
  const left = reader.readDouble()
  const bottom = reader.readDouble()
  const right = reader.readDouble()
  const top = reader.readDouble()
  const paperWidth = reader.readDouble()
  const paperHeight = reader.readDouble()
  reader.readText()
  const plotOrigin = readPoint2(reader)
  const paperUnits = reader.readShort()
  const paperRotation = reader.readShort()
  skipFields(reader, 'BS 4*BD')
  if (release <= 2000) reader.readText()
  const scaleNumerator = reader.readDouble()
  const scaleDenominator = reader.readDouble()
  skipFields(reader, 'T BS BD')
  const imageOrigin = readPoint2(reader)
  if (release >= 2004) {
    skipFields(reader, '3*BS')
    reader.skipHandles(1)
  }
  if (release >= 2007) reader.skipHandles(1)
  const paper = { paperUnits, paperWidth, paperHeight, paperRotation, margins: { left, bottom, right, top } }
  return { ...paper, scaleNumerator, scaleDenominator, plotOrigin, imageOrigin }
}

function readPoint2(reader: ObjectReader): Point2 {
  const x = reader.readDouble()
  return [x, reader.readDouble()]
}

/** Reads the block of a layout: the first of the references after its plot settings. */
function readBlockHandle(reader: ObjectReader): number {
  return reader.readHandle()
}
