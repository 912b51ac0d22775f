import { mapAxes } from '@kamar/core/math'
import { PNG } from 'pngjs'
import { describe, expect, it } from 'vitest'
import { cropView, orthographicView, type OrthographicView, viewDirection } from './raster/orthographic-view.js'
import { instanceBoxes, type RasterGeometry, type RasterScene } from './raster/raster-scene.js'
import { type Box, boxScene, unitCube } from './test-support/box-scene.js'
import { packColor, shadeEdge } from './thumbnail-colors.js'
import { runToEnd } from './test-support/run-to-end.js'
import { renderThumbnail } from './thumbnail.js'

type Point = readonly [number, number, number]

/** Projects a point to samples: x, y, depth. */
const project = ({ rows, offset }: OrthographicView, point: Point): number[] =>
  [0, 1, 2].map((row) => point.reduce((sum, value, axis) => sum + rows[row * 3 + axis] * value, offset[row]))

/**
 * Computes the view of a thumbnail: from the front right at 50° to the side and 28° above, 512 × 384 pixels of 2 × 2
 * samples, the boxes of the content within a margin of 14 pixels, rounded outwards by half a sample.
 */
function computeView({ boxes, count }: RasterScene, bounds: readonly number[]): OrthographicView {
  const view = orthographicView(bounds, viewDirection(-50, 28), { width: 1024, height: 768, margin: 28 })
  const rectangle = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (let instance = 0; instance < count; instance++) {
    const points = Array.from({ length: 8 }, (_, vertex) =>
      project(
        view,
        mapAxes((axis) => boxes[instance * 6 + axis + ((vertex >> axis) & 1) * 3]),
      ),
    )
    rectangle.left = Math.min(rectangle.left, ...points.map(([x]) => Math.floor(x - 0.5)))
    rectangle.right = Math.max(rectangle.right, ...points.map(([x]) => Math.ceil(x + 0.5)))
    rectangle.top = Math.min(rectangle.top, ...points.map(([, y]) => Math.floor(y - 0.5)))
    rectangle.bottom = Math.max(rectangle.bottom, ...points.map(([, y]) => Math.ceil(y + 0.5)))
  }
  return cropView(view, rectangle, 28)
}

interface Rendering {
  readonly png: PNG
  readonly view: OrthographicView
  /** Returns r g b a of the pixel that shows a point of the model. */
  readonly at: (...point: Point) => number[]
}

function render(
  scene: RasterScene,
  bounds: readonly number[],
  visible = new Uint8Array(scene.count).fill(1),
): Rendering {
  const png = PNG.sync.read(Buffer.from(runToEnd(renderThumbnail(scene, bounds, visible))))
  const view = computeView(scene, bounds)
  const at = (...point: Point): number[] => {
    const [x, y] = project(view, point)
    const offset = (Math.floor(y / 2) * png.width + Math.floor(x / 2)) * 4
    return [...png.data.subarray(offset, offset + 4)]
  }
  return { png, view, at }
}
const renderBoxes = (boxes: readonly Box[]): Rendering => {
  const { scene, bounds } = boxScene(boxes)
  return render(scene, bounds)
}

const unpack = (color: number): number[] => [0, 8, 16, 24].map((shift) => (color >>> shift) & 255)
const near = (values: readonly number[], digits = -0.7): unknown[] =>
  values.map((value): unknown => expect.closeTo(value, digits))
/** Light on a face towards -y (front), +x (right), +z (top) of a box: hemisphere and key light in the view. */
const lights = { front: 0.6 + 0.38 * 0.62, right: 0.6, top: 0.6 + 0.14 + 0.38 * 0.77 } as const
const red = [200, 40, 40, 255] as const

/** Lists all pixels that are not empty. */
const listPixels = ({ data }: PNG): number[][] =>
  Array.from({ length: data.length / 4 }, (_, at) => [...data.subarray(at * 4, at * 4 + 4)]).filter(
    ([, , , alpha]) => alpha !== 0,
  )

/** Adds an instance of a geometry at the origin to a scene of boxes. */
function withGeometry(
  boxes: readonly Box[],
  geometry: Partial<RasterGeometry>,
  color: readonly number[],
): { scene: RasterScene; bounds: number[] } {
  const { scene, bounds } = boxScene(boxes)
  const columns = {
    geometries: [
      unitCube,
      {
        ...unitCube,
        indices: new Uint32Array(0),
        edges: new Uint32Array(0),
        levels: [{ start: 0, count: 0, errorMetres: 0 }],
        ...geometry,
      },
    ],
    count: scene.count + 1,
    geometry: Uint32Array.of(...scene.geometry, 1),
    linear: Float32Array.of(...scene.linear, 1, 0, 0, 0, 1, 0, 0, 0, 1),
    translation: Float32Array.of(...scene.translation, 0, 0, 0),
    color: Uint8Array.of(...scene.color, ...color),
    hidden: new Uint8Array(scene.count + 1),
  }
  return { scene: { ...columns, boxes: instanceBoxes(columns) }, bounds }
}

describe('thumbnail surface', () => {
  it('has the light of its direction: front, right side and top of a box', () => {
    const { at } = renderBoxes([{ min: [0, 0, 0], max: [10, 10, 10], color: red }])
    expect(at(5, 0, 5)).toEqual(near(unpack(packColor(red, lights.front))))
    expect(at(10, 5, 5)).toEqual(near(unpack(packColor(red, lights.right))))
    expect(at(5, 5, 10)).toEqual(near(unpack(packColor(red, lights.top))))
  })

  it('hides what is behind it', () => {
    const { at } = renderBoxes([
      { min: [0, 10, 0], max: [10, 12, 10], color: [40, 40, 200, 255] },
      { min: [0, 0, 0], max: [10, 2, 10], color: red },
    ])
    expect(at(5, 0, 2)).toEqual(near(unpack(packColor(red, lights.front))))
  })

  it('fills the image up to its margin of 14 pixels', () => {
    const { png, view } = renderBoxes([{ min: [0, 0, 0], max: [10, 10, 4], color: red }])
    const xs = Array.from({ length: png.width * png.height }, (_, at) => at)
      .filter((at) => png.data[at * 4 + 3] !== 0)
      .map((at) => at % png.width)
    expect([png.width, png.height]).toEqual([512, 384])
    expect(Math.min(...xs)).toBeGreaterThanOrEqual(14)
    expect(Math.min(...xs)).toBeLessThanOrEqual(17)
    expect(Math.max(...xs)).toBeLessThanOrEqual(497)
    expect(Math.max(...xs)).toBeGreaterThanOrEqual(494)
    expect(view.width).toBe(1024)
  })

  it('is framed without the instances that are not visible, and they are not drawn', () => {
    const box: Box = { min: [0, 0, 0], max: [10, 10, 10], color: red }
    const { scene, bounds } = boxScene([box, { min: [50, 0, 0], max: [60, 10, 10], color: [0, 200, 0, 255] }])
    const singlePixels = renderBoxes([box]).png.data
    const { data } = PNG.sync.read(Buffer.from(runToEnd(renderThumbnail(scene, bounds, Uint8Array.of(1, 0)))))
    const differences = singlePixels.filter((value, at) => Math.abs(value - data[at]) > 40).length
    expect(differences).toBeLessThan(singlePixels.length / 200)
  })

  it('is an empty image when nothing is visible', () => {
    const { scene, bounds } = boxScene([{ min: [0, 0, 0], max: [1, 1, 1] }])
    expect(listPixels(PNG.sync.read(Buffer.from(runToEnd(renderThumbnail(scene, bounds, Uint8Array.of(0))))))).toEqual(
      [],
    )
  })

  it('culls back faces of closed geometry, unless it is mirrored', () => {
    const { scene, bounds } = boxScene([{ min: [0, 0, 0], max: [10, 10, 10], color: red }])
    const inwards = unitCube.indices.map((_, at) => unitCube.indices[at - (at % 3) + [0, 2, 1][at % 3]])
    const draw = (geometry: Partial<RasterGeometry>, isMirrored: boolean): number[] => {
      const own = {
        ...scene,
        geometries: [{ ...unitCube, edges: new Uint32Array(0), ...geometry }],
        linear: scene.linear.slice(),
        translation: scene.translation.slice(),
      }
      if (isMirrored) {
        own.linear[0] = -10
        own.translation[0] = 10
      }
      return render(own, bounds).at(5, 0, 5)
    }
    const front = near(unpack(packColor(red, lights.front)))
    expect(draw({ closed: true }, false)).toEqual(front)
    expect(draw({ closed: true }, true)).toEqual(front)
    expect(draw({ closed: false, indices: inwards }, false)).toEqual(front)
    // From within, the back wall is lit as seen from the front, and the floor and left wall are drawn as well.
    expect(draw({ closed: true, indices: inwards }, false)).not.toEqual(front)
  })
})

describe('thumbnail crease', () => {
  it('is half as light as its surface', () => {
    const { at } = renderBoxes([{ min: [0, 0, 0], max: [10, 10, 10], color: red }])
    // The vertical edge between front and right is drawn once in one of the two samples of its pixel.
    const [pixel] = [at(10, 0, 5)]
    const faces = [packColor(red, lights.front), packColor(red, lights.right)].map((color) => unpack(color)[0])
    expect(pixel[0]).toBeLessThan(Math.min(...faces) - 20)
    expect(pixel[0]).toBeGreaterThan(unpack(shadeEdge(packColor(red, lights.right)))[0] - 5)
  })

  it('is hidden behind another object', () => {
    const front: Box = { min: [0, 0, 0], max: [20, 1, 20], color: red }
    const rear: Box = { min: [2, 5, 2], max: [8, 6, 8], color: [40, 200, 40, 255] }
    const [one, both] = [renderBoxes([front]), renderBoxes([front, rear])]
    expect(both.at(5, 0, 5)).toEqual(one.at(5, 0, 5))
    expect(listPixels(both.png).filter(([r, g]) => g > r)).toEqual([])
  })

  it('is a line in its own colour on an object thinner than four pixels', () => {
    const { png } = renderBoxes([
      { min: [0, 0, 0], max: [100, 0.2, 0.2], color: red },
      { min: [0, 90, 0], max: [100, 90.2, 0.2], color: red },
    ])
    const full = listPixels(png).filter(([, , , alpha]) => alpha === 255)
    expect(full.length).toBeGreaterThan(100)
    for (const pixel of full.slice(0, 50)) expect(pixel).toEqual(near(unpack(packColor(red, 0.8)), -1.3))
  })

  it('is dark on an object of four pixels, but not on a thinner one', () => {
    const createRods = (thickness: number): Box[] =>
      [0, 90].map((y) => ({ min: [0, y, 0], max: [100, y + thickness, thickness], color: red }))
    const { scale } = renderBoxes(createRods(1)).view
    const findDarkest = (pixels: number): number => {
      const full = listPixels(renderBoxes(createRods((pixels * 2) / scale)).png).filter(
        ([, , , alpha]) => alpha === 255,
      )
      return Math.min(...full.map(([r]) => r))
    }
    const darkestFace = unpack(packColor(red, lights.right))[0]
    expect(findDarkest(3.6)).toBeGreaterThan(darkestFace - 5)
    expect(findDarkest(4.4)).toBeLessThan(darkestFace - 30)
  })

  it('is hidden behind a surface two samples in front of it, but not behind one a sample in front', () => {
    const box: Box = { min: [0, 0, 0], max: [10, 10, 10], color: red }
    const withPlate = (distance: number): Box[] => [
      box,
      { min: [8, -distance, 2], max: [12, -distance * 0.9, 8], color: red },
    ]
    const { scale } = renderBoxes(withPlate(0.05)).view
    // Towards the viewer a step along y is 0.676 of the way.
    const [, y] = viewDirection(-50, 28)
    const readEdge = (samples: number): number[] => {
      const { png, view } = renderBoxes(withPlate((samples / scale) * -y))
      const reds = [4, 4.5, 5, 5.5, 6].flatMap((z) => {
        const [column, row] = project(view, [10, 0, z]).map((value) => Math.floor(value / 2))
        return [-1, 0, 1].map((offset) => png.data[(row * png.width + column + offset) * 4])
      })
      return [Math.min(...reds), Math.max(...reds)]
    }
    const face = unpack(packColor(red, lights.front))[0]
    expect(readEdge(2.1)).toEqual(near([face, face]))
    expect(readEdge(1)[0]).toBeLessThan(face - 20)
  })

  it('is dark where there is no surface', () => {
    const edges = Uint32Array.of(0, 1)
    const positions = Uint16Array.of(0, 0, 0, 1000, 1000, 1000)
    const { scene, bounds } = withGeometry(
      [{ min: [0, 0, 0], max: [10, 10, 0.001], color: red }],
      { positions, edges, step: 0.01 },
      [9, 9, 9, 255],
    )
    const { at } = render(scene, [...bounds.slice(0, 5), 10])
    const [r, g, b, alpha] = at(9, 9, 9)
    expect([r, g, b]).toEqual([0x30, 0x30, 0x30])
    expect(alpha).toBeGreaterThan(60)
  })
})

describe('thumbnail dot', () => {
  /** Two tiny boxes far apart, so that each is one sample. */
  const createDots = (color: Box['color'] = red): Box[] => [
    { min: [0, 0, 0], max: [0.01, 0.01, 0.01], color },
    { min: [50, 0, 0], max: [50.01, 0.01, 0.01], color },
  ]

  it('is one sample of its pixel, at four fifths of its light', () => {
    const pixels = listPixels(renderBoxes(createDots()).png)
    expect(pixels).toHaveLength(2)
    for (const pixel of pixels) expect(pixel).toEqual([...near(unpack(packColor(red, 0.8)).slice(0, 3), 0), 64])
  })

  it('is drawn at the center of its box', () => {
    const { png, view } = renderBoxes(createDots())
    for (const x of [0.005, 50.005]) {
      const [column, row] = project(view, [x, 0.005, 0.005]).map((value) => Math.floor(value / 2))
      let alpha = 0
      for (let y = row - 1; y <= row + 1; y++)
        for (let at = column - 1; at <= column + 1; at++) alpha += png.data[(y * png.width + at) * 4 + 3]
      expect(alpha).toBe(64)
    }
  })

  it('is hidden behind a nearer surface, and drawn in front of a farther one', () => {
    const wall: Box = { min: [-40, 5, -40], max: [90, 6, 40], color: [40, 40, 200, 255] }
    const countRed = (y: number): number => {
      const dots = createDots().map((box): Box => ({
        ...box,
        min: [box.min[0], y, 0],
        max: [box.max[0], y + 0.01, 0.01],
      }))
      return (
        listPixels(renderBoxes([wall, ...dots]).png).filter(([r, , b]) => r > b).length +
        listPixels(renderBoxes([...dots, wall]).png).filter(([r, , b]) => r > b).length
      )
    }
    expect(countRed(8)).toBe(0)
    const { at } = renderBoxes([wall, ...createDots()])
    const [r, , b] = at(50.005, 0.005, 0.005)
    const [wallRed, , wallBlue] = at(45, 5, 5)
    expect(r / b).toBeGreaterThan((wallRed / wallBlue) * 1.5)
  })
})

describe('thumbnail points', () => {
  const positions = Uint16Array.of(0, 0, 0, 1000, 0, 0, 0, 1000, 1000)
  const colors = Uint8Array.of(255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255)

  it('are one pixel each in their colours, unlit', () => {
    const { scene, bounds } = withGeometry([], { positions, colors, points: true, step: 0.01 }, [255, 255, 255, 255])
    const own = [0, 0, 0, 10, 10, 10]
    expect(bounds).toHaveLength(6)
    const { png } = render(scene, own)
    const sums = [0, 0, 0, 0]
    for (const [r, g, b, alpha] of listPixels(png)) {
      sums[0] += r > 200 ? alpha : 0
      sums[1] += g > 200 ? alpha : 0
      sums[2] += b > 200 ? alpha : 0
      sums[3] += alpha
    }
    // Each point covers four samples, in one pixel or spread over its neighbours.
    expect(sums).toEqual(near([255.5, 255.5, 255.5, 766.5]))
  })

  it('are hidden behind surfaces', () => {
    const wall: Box = { min: [-5, -5, -5], max: [15, -4, 30], color: [200, 200, 200, 255] }
    const { scene, bounds } = withGeometry(
      [wall],
      { positions, colors, points: true, step: 0.01 },
      [255, 255, 255, 255],
    )
    const colored = listPixels(
      render(
        scene,
        bounds.map((value, at) => (at < 3 ? Math.min(value, 0) : Math.max(value, 10))),
      ).png,
    ).filter(([r, g, b]) => Math.max(r, g, b) - Math.min(r, g, b) > 100)
    // The wall covers the view of the two points at y = 0; the third one is 10 m behind and above it.
    expect(colored.length).toBeLessThan(5)
  })
})

describe('thumbnail glass', () => {
  const pane = (y: number, color: readonly [number, number, number, number]): Box => ({
    min: [0, y, 0],
    max: [10, y + 0.01, 10],
    color,
  })
  const green = [20, 200, 20, 128] as const
  const blue = [20, 20, 200, 128] as const

  it('is blended from back to front, whatever the order of the instances', () => {
    const [one, other] = [renderBoxes([pane(0, green), pane(5, blue)]), renderBoxes([pane(5, blue), pane(0, green)])]
    // The line of sight through (8, 0, 6) meets the second pane at (3.8, 5, 2.5).
    const [, g, b, alpha] = one.at(8, 0, 6)
    expect(g).toBeGreaterThan(b)
    expect(b).toBeGreaterThan(60)
    expect(alpha).toBeGreaterThan(220)
    expect(one.at(8, 0, 6)).toEqual(other.at(8, 0, 6))
  })

  it('has the opacity of its colour over the empty background', () => {
    const [, , , alpha] = renderBoxes([pane(0, [20, 200, 20, 51])]).at(5, 0, 5)
    // Two panes: front and back face of a box, 1 - 0.8².
    expect(alpha / 255).toBeCloseTo(0.36, 1)
  })

  it('has exactly its opacity as a single surface', () => {
    const positions = Uint16Array.of(0, 0, 0, 1000, 0, 0, 1000, 0, 1000, 0, 0, 1000)
    const quad = {
      positions,
      indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
      levels: [{ start: 0, count: 6, errorMetres: 0 }],
      step: 0.01,
    }
    const { scene } = withGeometry([], quad, [20, 200, 20, 229])
    expect(render(scene, [0, 0, 0, 10, 0, 10]).at(5, 0, 5)[3]).toBe(229)
  })

  it('neither hides what is behind it nor shows through what is in front', () => {
    const wall: Box = { min: [0, 3, 0], max: [10, 4, 10], color: red }
    // The line of sight through (7, 0, 5) meets the wall at (4.5, 3, 2.9).
    const [r, g] = renderBoxes([pane(0, green), wall]).at(7, 0, 5)
    expect(r).toBeGreaterThan(60)
    expect(g).toBeGreaterThan(60)
    const front = renderBoxes([pane(6, green), wall]).at(5, 3, 2)
    expect(front).toEqual(near(unpack(packColor(red, lights.front))))
  })
})
