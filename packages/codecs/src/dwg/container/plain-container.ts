import type { DwgSignature } from '../release.js'
import { createSectionBuffer, sectionPadding, type DwgContainer, type SectionName } from './container.js'

const locatorsAt = 0x19
const locatorBytes = 9
const maxLocators = 16
const locatorNumbers: Readonly<Partial<Record<SectionName, number>>> = {
  'AcDb:Header': 0,
  'AcDb:Classes': 1,
  'AcDb:Handles': 2,
}

/**
 * Opens a drawing of release 13 to 2000: sections are plain ranges of the file, and positions of objects are positions
 * in the file (Open Design Specification, section 3).
 */
export function openPlainContainer(file: Uint8Array, signature: DwgSignature): DwgContainer {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  const ranges = new Map<number, readonly [start: number, size: number]>()
  const count = Math.min(view.getUint32(0x15, true), maxLocators)
  for (let row = 0; row < count; row++) {
    const at = locatorsAt + row * locatorBytes
    if (at + locatorBytes > file.length) break
    ranges.set(file[at], [view.getUint32(at + 1, true), view.getUint32(at + 5, true)])
  }
  const fileBytes = [...ranges.values()].reduce((last, [start, size]) => Math.max(last, start + size), 0)
  return {
    ...signature,
    fileBytes,
    isIncomplete: ranges.size === 0 || fileBytes > file.length,
    readSection(name) {
      const range = name === 'AcDb:AcDbObjects' ? ([0, file.length] as const) : ranges.get(locatorNumbers[name] ?? -1)
      return range ? copyRange(file, range) : null
    },
  }
}

function copyRange(file: Uint8Array, [start, size]: readonly [number, number]): Uint8Array {
  const bytes = file.subarray(start, start + size)
  const buffer = createSectionBuffer(bytes.length, file.length)
  buffer.set(bytes)
  return buffer.subarray(0, buffer.length - sectionPadding)
}
