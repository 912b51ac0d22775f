import { vi } from 'vitest'
import type { AnnotationTarget } from '../engine/types.js'

/** An operation on a canvas, with the style that it was done in. */
export interface CanvasOperation {
  readonly name: string
  readonly args: readonly unknown[]
  readonly style: Readonly<Record<string, unknown>>
}

/** A screenshot that records the operations of overlays. */
export interface RecordedCanvas {
  readonly target: AnnotationTarget
  readonly operations: CanvasOperation[]
  /** Returns the operations of a name. */
  filterByName(name: string): CanvasOperation[]
}

/** Creates the screenshot; paths are their SVG path data until `vi.unstubAllGlobals`. */
export function recordCanvas(width: number, height: number): RecordedCanvas {
  vi.stubGlobal('Path2D', TestPath)
  const operations: CanvasOperation[] = []
  const style: Record<string, unknown> = {}
  const context = new Proxy(style, {
    get: (target, key) => {
      const name = String(key)
      if (name in target) return target[name]
      if (name === 'measureText') return (text: string) => ({ width: text.length * 10 })
      return (...args: unknown[]) => void operations.push({ name, args: args.map(plain), style: { ...style } })
    },
  })
  return {
    target: { context: context as unknown as CanvasRenderingContext2D, width, height },
    operations,
    filterByName: (name) => operations.filter((one) => one.name === name),
  }
}

class TestPath {
  readonly data: string
  constructor(data = '') {
    this.data = data
  }
}

const plain = (value: unknown): unknown => (value instanceof TestPath ? value.data : value)
