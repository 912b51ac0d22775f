import { decodeFingerprints, decodeTree, encodeFingerprints, encodeTree, noParent } from '@kamar/package-format'
import type { ModelVersion } from '../match-elements.js'

/** An element of a generated version; omitted fields have the same defaults everywhere. */
export interface MadeElement {
  readonly id?: string
  readonly name?: string
  readonly className?: string
  /** Index in the list; parents precede children. */
  readonly parent?: number | undefined
  /** 0 for no geometry. */
  readonly shape?: number
  readonly orientation?: number
  /** Minimum corner and size in millimetres. */
  readonly origin?: readonly [number, number, number]
  readonly size?: readonly [number, number, number]
  readonly properties?: number
}

/** Returns a version as read from a package. */
export function buildVersion(elements: readonly MadeElement[]): ModelVersion {
  return { tree: buildTree(elements), fingerprints: buildFingerprints(elements) }
}

function buildTree(elements: readonly MadeElement[]): ModelVersion['tree'] {
  const classNames = [...new Set(elements.map(({ className = 'IfcWall' }) => className))]
  return decodeTree(
    encodeTree({
      count: elements.length,
      parent: Uint32Array.from(elements, ({ parent }) => parent ?? noParent),
      classNames,
      classIndex: Uint16Array.from(elements, ({ className = 'IfcWall' }) => classNames.indexOf(className)),
      hidden: new Uint8Array(elements.length),
      name: (element) => elements[element].name ?? '',
      sourceId: (element) => elements[element].id ?? '',
    }),
  )
}

function buildFingerprints(elements: readonly MadeElement[]): ModelVersion['fingerprints'] {
  const box = elements.flatMap(({ origin = [0, 0, 0], shape = 7, size = [1000, 200, 3000] }) => {
    if (shape === 0) return [0, 0, 0, 0, 0, 0]
    return [...origin, ...origin.map((value, axis) => value + size[axis])]
  })
  return decodeFingerprints(
    encodeFingerprints({
      count: elements.length,
      shape: Uint32Array.from(elements, ({ shape = 7 }) => shape),
      orientation: Uint32Array.from(elements, ({ orientation = 1, shape = 7 }) => (shape === 0 ? 0 : orientation)),
      properties: Uint32Array.from(elements, ({ properties = 5 }) => properties),
      box: Int32Array.from(box),
      area: new Float32Array(elements.length),
      volume: new Float32Array(elements.length),
    }),
  )
}
