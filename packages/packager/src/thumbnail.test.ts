import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { type Box, boxScene, unitCube } from './test-support/box-scene.js'
import { runToEnd } from './test-support/run-to-end.js'
import { renderThumbnail } from './thumbnail.js'

const renderPng = (boxes: readonly Box[]): PNG => {
  const { scene, bounds } = boxScene(boxes)
  return PNG.sync.read(
    Buffer.from(
      runToEnd(
        renderThumbnail(
          scene,
          bounds,
          scene.hidden.map((hidden) => 1 - hidden),
        ),
      ),
    ),
  )
}
const pixel = (png: PNG, x: number, y: number): number[] => [
  ...png.data.subarray((y * png.width + x) * 4, (y * png.width + x) * 4 + 4),
]
const red: Box = { min: [0, 0, 0], max: [4, 4, 4], color: [200, 40, 40, 255] }

describe('renderThumbnail', () => {
  it('draws the model in its colour on a transparent background', () => {
    const png = renderPng([red])
    expect([png.width, png.height]).toEqual([512, 384])
    expect(pixel(png, 2, 2)[3]).toBe(0)
    const [r, g, b, a] = pixel(png, 256, 150)
    expect(a).toBe(255)
    expect(r).toBeGreaterThan(2 * Math.max(g ?? 0, b ?? 0))
  })

  it('draws points in their colours in front of a surface, but not through it', () => {
    const { scene, bounds } = boxScene([red])
    const indices = Uint16Array.of(0, 0, 65535, 65535, 0, 65535, 32000, 65535, 32000)
    const colors = Uint8Array.of(0, 0, 255, 255, 0, 0, 255, 255, 0, 255, 0, 255)
    const none = new Uint32Array(0)
    const points = {
      positions: indices,
      colors,
      indices: none,
      edges: none,
      levels: [{ start: 0, count: 0, errorMetres: 0 }],
      origin: [0, 0, 0],
      step: 4 / 65535,
      points: true,
      closed: false,
    } as const
    const twice = <Column extends Float32Array | Uint8Array>(column: Column, own: readonly number[]): Column => {
      const longer = new (column.constructor as new (length: number) => Column)(column.length + own.length)
      longer.set(column)
      longer.set(own, column.length)
      return longer
    }
    const both = {
      ...scene,
      geometries: [...scene.geometries, points],
      count: 2,
      geometry: Uint32Array.of(scene.geometry[0], scene.geometries.length),
      linear: twice(scene.linear, [1, 0, 0, 0, 1, 0, 0, 0, 1]),
      translation: twice(scene.translation, [0, 0, 0]),
      color: twice(scene.color, [255, 255, 255, 255]),
      hidden: new Uint8Array(2),
      boxes: twice(scene.boxes, [0, 0, 0, 4, 4, 4]),
    }
    const png = PNG.sync.read(Buffer.from(runToEnd(renderThumbnail(both, bounds, Uint8Array.of(1, 1)))))
    let [blue, green] = [0, 0]
    for (let at = 0; at < png.data.length; at += 4) {
      if (png.data[at + 2] > 180 && png.data[at] < 90) blue++
      if (png.data[at + 1] > 180 && png.data[at] < 90) green++
    }
    expect(blue).toBeGreaterThanOrEqual(2)
    expect(green).toBe(0)
  })

  it('shades faces differently, and the top brightest', () => {
    const png = renderPng([red])
    const top = pixel(png, 256, 60)[0] ?? 0
    const side = pixel(png, 220, 250)[0] ?? 0
    expect(top).toBeGreaterThan(side)
    expect(side).toBeGreaterThan(40)
  })

  it('draws dark creases', () => {
    const png = renderPng([red])
    const row = Array.from({ length: png.width }, (_, x) => pixel(png, x, 220)).filter(([, , , a]) => a === 255)
    const reds = row.map(([r]) => r ?? 0)
    expect(Math.min(...reds)).toBeLessThan(0.75 * Math.max(...reds))
  })

  it('keeps faces and creases of a black object distinguishable', () => {
    const png = renderPng([{ ...red, color: [0, 0, 0, 255] }])
    const [top = 0] = pixel(png, 256, 60)
    const [side = 0] = pixel(png, 350, 220)
    expect(top - side).toBeGreaterThan(5)
    expect(top).toBeLessThan(70)
    const row = Array.from({ length: png.width }, (_, x) => pixel(png, x, 220)).filter(([, , , a]) => a === 255)
    expect(Math.max(...row.map(([r = 0]) => r))).toBeGreaterThan(side + 15)
  })

  it('multiplies vertex colours by the instance colour', () => {
    const { scene, bounds } = boxScene([{ ...red, color: [255, 255, 128, 255] }])
    const vertices = unitCube.positions.length / 3
    const colors = Uint8Array.from(Array.from({ length: vertices }, () => [20, 220, 220, 255]).flat())
    const colored = { ...scene, geometries: [{ ...unitCube, colors }] }
    const png = PNG.sync.read(Buffer.from(runToEnd(renderThumbnail(colored, bounds, Uint8Array.of(1)))))
    const [r = 0, g = 0, b = 0] = pixel(png, 256, 60)
    expect(g).toBeGreaterThan(4 * r)
    expect(b / g).toBeGreaterThan(0.4)
    expect(b / g).toBeLessThan(0.6)
  })

  it('draws objects smaller than a pixel as dots of their colour', () => {
    const dotAt = (x: number): Box => ({
      min: [x, 0, 0],
      max: [x + 0.01, 0.01, 0.01],
      color: [200, 40, 40, 255],
    })
    const png = renderPng([dotAt(0), dotAt(40), dotAt(100)])
    const pixels = Array.from({ length: png.width * png.height }, (_, at) => png.data.subarray(at * 4, at * 4 + 4))
    const dots = pixels.filter(([, , , a]) => a !== 0)
    expect(dots).toHaveLength(3)
    for (const [r = 0, g = 0] of dots) expect(r).toBeGreaterThan(2 * g)
  })

  it('shows objects behind glass', () => {
    const glass: Box = { min: [-1, -1, -1], max: [5, 5, 5], color: [150, 200, 220, 100] }
    const [r, , b] = pixel(renderPng([red, glass]), 256, 190)
    const [glassRed, , glassBlue] = pixel(renderPng([glass]), 256, 190)
    expect((r ?? 0) / (b ?? 1)).toBeGreaterThan((glassRed ?? 0) / (glassBlue ?? 1))
  })

  it('fills the image with the visible objects although their bounding box is mostly empty', () => {
    // An L of two thin arms: empty near the fourth corner of its box.
    const png = renderPng([
      { min: [0, 0, 0], max: [40, 1, 1], color: [200, 40, 40, 255] },
      { min: [0, 0, 0], max: [1, 40, 1], color: [200, 40, 40, 255] },
    ])
    const pixels = Array.from({ length: png.width * png.height }, (_, at) => at).filter(
      (at) => png.data[at * 4 + 3] > 0,
    )
    const columns = pixels.map((at) => at % png.width)
    const rows = pixels.map((at) => Math.floor(at / png.width))
    const across = (Math.max(...columns) - Math.min(...columns)) / png.width
    const down = (Math.max(...rows) - Math.min(...rows)) / png.height
    expect(Math.max(across, down)).toBeGreaterThan(0.85)
    expect((Math.max(...rows) + Math.min(...rows)) / 2 / png.height).toBeCloseTo(0.5, 1)
  })

  it('renders the same image every time', () => {
    const { scene, bounds } = boxScene([red])
    expect(
      Buffer.from(
        runToEnd(
          renderThumbnail(
            scene,
            bounds,
            scene.hidden.map((hidden) => 1 - hidden),
          ),
        ),
      ).equals(
        Buffer.from(
          runToEnd(
            renderThumbnail(
              scene,
              bounds,
              scene.hidden.map((hidden) => 1 - hidden),
            ),
          ),
        ),
      ),
    ).toBe(true)
  })
})
