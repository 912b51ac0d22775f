import { beforeEach, describe, expect, it } from 'vitest'
import { recordGl, type RecordedGl } from '../../testing/recorded-gl.js'
import { rounded } from '../../testing/rounded.js'
import { testLayer, testSheet, testStyle, type TestSheet } from '../../testing/test-sheet.js'
import { GlProgram } from './gl-parts.js'
import { stretchRecords } from './line-records.js'
import { SheetRenderer } from './sheet-renderer.js'
import type { GpuSheet, SheetPass } from './sheet-pass.js'
import { styleTexels } from './sheet-programs.js'

let recorded: RecordedGl
let renderer: SheetRenderer
beforeEach(() => {
  recorded = recordGl({ width: 800, height: 600 })
  renderer = new SheetRenderer({ getContext: () => recorded.gl } as unknown as HTMLCanvasElement)
  recorded.calls.length = 0
})

const upload = (content: TestSheet): GpuSheet => {
  const sheet = renderer.upload(testSheet(content))
  recorded.calls.length = 0
  return sheet
}
const createPass = (sheet: GpuSheet, change: Partial<SheetPass> = {}): SheetPass => ({
  sheet,
  styles: 'styles' as unknown as WebGLTexture,
  matrix: [1, 0, 0, 1, 0, 0],
  far: 1,
  near: -1,
  pixelsPerMillimetre: 0,
  minLinePixels: 1,
  dashScale: 1,
  ...change,
})
/** Values of a uniform, one list per call. */
const uniform = (name: string): number[][] =>
  recorded.calls
    .filter(({ name: call, args }) => call.startsWith('uniform') && args[0] === name)
    .map(({ args }) => rounded(args.slice(1) as number[], 6))
const listNames = (...names: string[]): string[] =>
  recorded.calls.map(({ name }) => name).filter((name) => names.includes(name))

const square = { points: [0, 0, 10, 0, 10, 10, 0, 10] }
const clear = styleTexels

describe('a frame of sheets', () => {
  it('is cleared to its colour over the whole canvas', () => {
    renderer.begin(0xff8000)
    expect(recorded.listArgs('viewport')).toEqual([[0, 0, 800, 600]])
    expect(recorded.listArgs('scissor')).toEqual([[0, 0, 800, 600]])
    expect(rounded(recorded.listArgs('clearColor') as number[][])).toEqual([[1, 0.502, 0, 1]])
    // Colour, depth and stencil.
    expect(recorded.listArgs('clear')).toEqual([[0x4500]])
  })

  it('is cleared only in the given region', () => {
    renderer.begin(0, { left: 400, bottom: 0, width: 400, height: 300 })
    expect(recorded.listArgs('viewport')).toEqual([[400, 0, 400, 300]])
    expect(recorded.listArgs('scissor')).toEqual([[400, 0, 400, 300]])
  })

  it.each([
    ['inside', [100, 50, 200, 100], [100, 50, 200, 100]],
    ['beyond the lower left', [-50, -20, 200, 100], [0, 0, 150, 80]],
    ['beyond the upper right', [700, 550, 500, 500], [700, 550, 100, 50]],
    ['outside', [900, 700, 50, 50], [900, 700, 0, 0]],
    ['between two pixels', [10.6, 20.4, 30.2, 40.2], [11, 20, 30, 40]],
  ] as const)('has the paper where it is %s', (_, rectangle, scissor) => {
    renderer.begin(0)
    renderer.paper(0xffffff, rectangle)
    expect(recorded.listArgs('scissor')[1]).toEqual(scissor)
    // Later drawing is not limited to the paper.
    expect(recorded.listArgs('scissor')[2]).toEqual([0, 0, 800, 600])
    expect(recorded.listArgs('clear')[1]).toEqual([0x4000])
  })

  it('has the paper within its region', () => {
    renderer.begin(0, { left: 400, bottom: 100, width: 400, height: 300 })
    renderer.paper(0xffffff, [-10, 20, 500, 100])
    expect(recorded.listArgs('scissor')[1]).toEqual([400, 120, 400, 100])
  })

  it('has the size of the canvas, and is resolved from samples when it is sharp', () => {
    expect(renderer.renderFrame({ pixelWidth: 640, pixelHeight: 480 }, false, () => 7)).toBe(7)
    expect(recorded.gl.canvas).toMatchObject({ width: 640, height: 480 })
    expect(listNames('bindFramebuffer', 'blitFramebuffer')).toEqual([])
    renderer.renderFrame({ pixelWidth: 640, pixelHeight: 480 }, true, () => renderer.begin(0))
    const blits = recorded.listArgs('blitFramebuffer')
    const fullFrame = [0, 0, 640, 480, 0, 0, 640, 480, 0x4000]
    expect(blits.map((args) => args.slice(0, 9))).toEqual([fullFrame, fullFrame])
    expect(recorded.listArgs('renderbufferStorageMultisample').map(([, samples]) => samples)).toEqual([4, 4, 0])
    // The canvas is the target again.
    expect(recorded.listArgs('bindFramebuffer').at(-1)).toEqual(['FRAMEBUFFER', null])
  })

  it('is finished when the GPU says so, and keeps its buffers until the size changes', () => {
    expect(renderer.isFinished).toBe(false)
    const size = { pixelWidth: 640, pixelHeight: 480 }
    renderer.renderFrame(size, true, () => undefined)
    expect(renderer.isFinished).toBe(true)
    Object.assign(recorded.parameters, { SYNC_STATUS: 'UNSIGNALED' })
    expect(renderer.isFinished).toBe(false)
    recorded.calls.length = 0
    renderer.renderFrame(size, true, () => undefined)
    expect(recorded.listArgs('createRenderbuffer')).toHaveLength(0)
    renderer.renderFrame({ pixelWidth: 320, pixelHeight: 240 }, true, () => undefined)
    expect(recorded.listArgs('createRenderbuffer')).toHaveLength(3)
    expect(recorded.listArgs('deleteRenderbuffer')).toHaveLength(3)
    // Three buffers, and a pixel that makes the driver free them.
    renderer.releaseSharpFrame()
    expect(recorded.listArgs('deleteRenderbuffer')).toHaveLength(7)
    renderer.releaseSharpFrame()
    expect(recorded.listArgs('deleteRenderbuffer')).toHaveLength(7)
    renderer.renderFrame({ pixelWidth: 320, pixelHeight: 240 }, true, () => undefined)
    expect(recorded.listArgs('createRenderbuffer')).toHaveLength(7)
  })
})

describe('a sheet on the GPU', () => {
  it('has vertices of 20 bytes: two floats, three integers', () => {
    renderer.upload(testSheet({ fills: [square] }))
    const [vertices, indices] = recorded.listArgs('bufferData')
    expect([(vertices[1] as ArrayBuffer).byteLength, [...(indices[1] as Uint32Array)]]).toEqual([
      80,
      [0, 1, 2, 0, 2, 3],
    ])
    expect(recorded.listArgs('vertexAttribPointer')).toEqual([[0, 2, 'FLOAT', false, 20, 0]])
    expect(recorded.listArgs('vertexAttribIPointer')).toEqual([[1, 3, 'UNSIGNED_INT', 20, 8]])
  })

  it('has its lines in integer textures of at most 2,048 texels a row', () => {
    const points = Array.from({ length: 5000 }, (_, at) => [at, at % 3]).flat()
    const sheet = renderer.upload(testSheet({ lines: [[{ points }]] }))
    expect(sheet.lines).toMatchObject([{ lineCount: 4999 }])
    const textures = recorded.listArgs('texImage2D')
    expect(textures.map((args) => [args[2], args[3], args[4]])).toEqual([
      ['RGBA32UI', 2048, 3],
      ['R32UI', 2048, 3],
    ])
    expect((textures[0][8] as Uint32Array).length).toBe(2048 * 3 * 4)
  })

  it('is divided if a texture cannot hold all of its lines, and loses none', () => {
    recorded.parameters['MAX_TEXTURE_SIZE'] = 1
    // A row of 2,048 records holds one stretch of 1,024 lines.
    const points = Array.from({ length: 2500 }, (_, at) => [at, 0]).flat()
    const sheet = renderer.upload(testSheet({ lines: [[{ points }]] }))
    expect(sheet.lines.map(({ lineCount }) => lineCount)).toEqual([1024, 1024, 451])
    const first = recorded
      .listArgs('texImage2D')
      .filter((args) => args[2] === 'RGBA32UI')
      .map((args) => new Float32Array((args[8] as Uint32Array).buffer)[0])
    // Each part begins with the last point of the one before.
    expect(first).toEqual([0, 1024, 2048])
    expect(sheet.lines.map(({ stretches }) => stretches)).toEqual([
      [[0, 0, 1024, 0]],
      [[1024, 0, 2048, 0]],
      [[2048, 0, 2499, 0]],
    ])
  })

  it('knows its widest line: in steps, and in millimetres of line weight', () => {
    const layers = [testLayer({ lineWeightMillimetres: 0.5 }), testLayer({ lineWeightMillimetres: 2 })]
    const styles = [testStyle({ widthUnits: 6 }), testStyle({ lineWeightMillimetres: 0.9 })]
    expect(upload({ info: { layers, styles, step: 0.5 } }).widest).toEqual({ steps: 12, millimetres: 0.9 })
    expect(upload({ info: { layers, styles: [testStyle({ layer: 1 })] } }).widest).toEqual({ steps: 0, millimetres: 2 })
  })

  it('is removed with all of its resources', () => {
    const sheet = upload({ lines: [[{ points: [0, 0, 1, 1] }]], fills: [square] })
    renderer.release(sheet)
    expect(listNames('deleteTexture', 'deleteVertexArray')).toHaveLength(4)
    const ofLines = sheet.lines.flatMap(({ primitives }) => primitives.buffers)
    expect(recorded.listArgs('deleteBuffer').flat()).toEqual([...sheet.buffers, ...ofLines])
  })

  it('has a style texture with a row per style', () => {
    renderer.styleTexture(new Float32Array(clear * 4 * 3))
    expect(recorded.listArgs('texImage2D')[0].slice(2, 5)).toEqual(['RGBA32F', styleTexels, 3])
  })
})

describe('drawing a sheet', () => {
  it('draws opaque areas, then lines, then transparent areas without writing depth', () => {
    const styles = [testStyle(), testStyle({ opacity: 0.5 })]
    const sheet = upload({
      info: { styles },
      fills: [{ ...square, style: 1 }, square, square],
      lines: [[{ points: [0, 0, 10, 10] }]],
    })
    renderer.begin(0)
    recorded.calls.length = 0
    renderer.draw(createPass(sheet))
    expect(recorded.listArgs('drawElements')).toEqual([
      ['TRIANGLES', 12, 'UNSIGNED_INT', 0],
      ['TRIANGLES', 6, 'UNSIGNED_SHORT', 0],
      ['TRIANGLES', 6, 'UNSIGNED_INT', 48],
    ])
    expect(listNames('drawElements', 'depthMask')).toEqual([
      'drawElements',
      'drawElements',
      'depthMask',
      'drawElements',
      'depthMask',
    ])
    expect(recorded.listArgs('depthMask')).toEqual([[false], [true]])
    expect(renderer.draws).toBe(3)
  })

  it('makes no calls for what is not there', () => {
    const sheet = upload({})
    renderer.begin(0)
    renderer.draw(createPass(sheet))
    expect(renderer.draws).toBe(0)
  })

  it('passes the matrix per grid step, and the centre in whole steps and a remainder', () => {
    const sheet = upload({ info: { origin: [4_500_000, 7_200_000], step: 0.25, levels: 3 }, fills: [square] })
    renderer.begin(0)
    // Two pixels a unit; the point (4500010.3, 7200020.6) is in the centre of the frame.
    renderer.draw(createPass(sheet, { matrix: [2, 0, 0, 2, -2 * 4_500_010.3, -2 * 7_200_020.6], far: 0.5, near: 0.25 }))
    expect(uniform('matrix')[0]).toEqual([0.5, 0, 0, 0.5])
    expect(rounded(uniform('middle')[0], 3)).toEqual([41, 82, 0.2, 0.4])
    expect(uniform('halfSize')[0]).toEqual([400, 300])
    expect(uniform('depth')[0]).toEqual([3, 0.5, 0.25])
  })

  it('passes weights, and a colour only to highlight', () => {
    const sheet = upload({ info: { step: 0.5 }, lines: [[{ points: [0, 0, 10, 10] }]] })
    renderer.begin(0)
    renderer.draw(
      createPass(sheet, { matrix: [4, 0, 0, 4, 0, 0], pixelsPerMillimetre: 3, minLinePixels: 1.5, dashScale: 2 }),
    )
    expect(uniform('weights')).toEqual([[3, 1.5, 2, 2]])
    expect(uniform('paint')).toEqual([[0, 0, 0, 0]])
    recorded.calls.length = 0
    renderer.drawOver(createPass(sheet), [1, 0.5, 0.25])
    expect(uniform('paint')).toEqual([[1, 0.5, 0.25, 1]])
    // Highlights are on top of everything; then depth counts again.
    expect(recorded.calls.filter(({ args }) => args[0] === 'DEPTH_TEST').map(({ name }) => name)).toEqual([
      'disable',
      'enable',
    ])
  })

  it('draws only stretches of lines that are in view, with a margin of their width', () => {
    // A line along x with a record per unit: three stretches.
    const points = Array.from({ length: 3 * stretchRecords }, (_, at) => [at, 0]).flat()
    const styles = [testStyle({ widthUnits: 30 })]
    const runsAt = (x: number, sheet: GpuSheet): number[][] => {
      recorded.calls.length = 0
      renderer.begin(0)
      renderer.draw(createPass(sheet, { matrix: [1, 0, 0, 1, -x, 0] }))
      const firsts = uniform('first').flat()
      return recorded.listArgs('drawElements').map(([, count], run) => [firsts[run], Number(count) / 6])
    }
    const thin = upload({ lines: [[{ points }]] })
    // 800 pixels are 800 units.
    expect(runsAt(500, thin)).toEqual([[0, 1024]])
    expect(runsAt(1024, thin)).toEqual([[0, 2048]])
    expect(runsAt(5000, thin)).toEqual([])
    expect(runsAt(1024 + 400 + 20, thin)).toEqual([[1024, 1024]])
    // A line of 30 units width is seen 30 units beyond its end.
    const wide = upload({ info: { styles }, lines: [[{ points }]] })
    expect(runsAt(1024 + 400 + 20, wide)).toEqual([[0, 2048]])
    expect(runsAt(-420, thin)).toEqual([])
    expect(runsAt(-420, wide)).toEqual([[0, 1024]])
  })

  it('draws thin lines as line primitives unless the frame is sharp, and wide ones as triangles', () => {
    const points = Array.from({ length: 2 * stretchRecords }, (_, at) => [at, 0]).flat()
    const drawnAt = (sheet: GpuSheet, isSharp: boolean, change: Partial<SheetPass> = {}): unknown[] => {
      recorded.calls.length = 0
      // The second of two stretches is in view.
      const pass = createPass(sheet, { matrix: [1, 0, 0, 1, -1900, 0], ...change })
      renderer.renderFrame({ pixelWidth: 800, pixelHeight: 600 }, isSharp, () => {
        renderer.begin(0)
        renderer.draw(pass)
      })
      return recorded.listArgs('drawElements')
    }
    const lines = ['LINES', 1023 * 2, 'UNSIGNED_INT', 1024 * 8]
    const triangles = ['TRIANGLES', 1023 * 6, 'UNSIGNED_SHORT', 0]
    const thin = upload({ lines: [[{ points }]] })
    expect(drawnAt(thin, false)).toEqual([lines])
    expect(uniform('thinPixels')).toEqual([[1.5]])
    expect(drawnAt(thin, true)).toEqual([triangles])
    expect(uniform('thinPixels')).toEqual([[0]])
    const wide = upload({ info: { styles: [testStyle(), testStyle({ widthUnits: 2 })] }, lines: [[{ points }]] })
    expect(drawnAt(wide, false)).toEqual([lines, triangles])
    expect(uniform('thinPixels')).toEqual([[1.5], [1.5]])
    // Two device pixels per CSS pixel: no line is thin.
    expect(drawnAt(thin, false, { minLinePixels: 2 })).toEqual([triangles])
    renderer.drawOver(createPass(thin), [1, 0, 0])
    expect(uniform('thinPixels').at(-1)).toEqual([0])
  })

  it('finds what is in view through a rotated and scaled matrix', () => {
    const points = Array.from({ length: 2 * stretchRecords }, (_, at) => [at, 0]).flat()
    const sheet = upload({ lines: [[{ points }]] })
    renderer.begin(0)
    // A quarter turn: x of the sheet is up. 600 pixels of half a pixel a unit are 1,200 units.
    renderer.draw(createPass(sheet, { matrix: [0, 0.5, -0.5, 0, 0, -150] }))
    expect(uniform('first').flat()).toEqual([0])
    expect(recorded.listArgs('drawElements').map(([, count]) => Number(count) / 6)).toEqual([1024])
  })

  it('draws an image over its parallelogram', () => {
    const sheet = upload({ info: { origin: [100, 0], step: 0.5 } })
    renderer.begin(0)
    recorded.calls.length = 0
    const image = {
      entity: 0,
      level: 2,
      layer: 0,
      picture: 'a.png',
      origin: [110, 20],
      xAxis: [40, 0],
      yAxis: [10, 30],
      clip: [],
      opacity: 0.4,
    } as const
    renderer.drawImage(createPass(sheet), image, 'photo' as unknown as WebGLTexture)
    const [[, data]] = recorded.listArgs('bufferData')
    // Grid x, grid y, and the position in the image, of each corner.
    expect([...(data as Float32Array)]).toEqual([
      ...[20, 40, 0, 0],
      ...[100, 40, 1, 0],
      ...[40, 100, 0, 1],
      ...[120, 100, 1, 1],
    ])
    expect(recorded.listArgs('drawArrays')).toEqual([['TRIANGLE_STRIP', 0, 4]])
    expect([uniform('level'), uniform('opacity')]).toEqual([[[2]], [[0.4]]])
    expect(recorded.listArgs('deleteBuffer')).toHaveLength(1)
  })

  it('clips by stamping rings into the stencil, without writing colours', () => {
    const sheet = upload({})
    renderer.begin(0)
    recorded.calls.length = 0
    renderer.beginClip(createPass(sheet), [
      [0, 0, 10, 0, 10, 10],
      [2, 2, 4, 2, 4, 4, 2, 4],
    ])
    expect(recorded.listArgs('drawArrays')).toEqual([
      ['TRIANGLE_FAN', 0, 3],
      ['TRIANGLE_FAN', 0, 4],
    ])
    // Each ring inverts: what is in an odd number of them is inside.
    expect(recorded.listArgs('stencilOp')).toEqual([
      ['KEEP', 'KEEP', 'INVERT'],
      ['KEEP', 'KEEP', 'KEEP'],
    ])
    expect(recorded.listArgs('stencilFunc').at(-1)).toEqual(['EQUAL', 1, 1])
    expect(recorded.listArgs('colorMask').map(([red]) => red)).toEqual([false, true])
    expect(listNames('colorMask', 'drawArrays')).toEqual(['colorMask', 'drawArrays', 'drawArrays', 'colorMask'])
    renderer.endClip()
    expect(recorded.listArgs('disable').at(-1)).toEqual(['STENCIL_TEST'])
  })
})

describe('a browser without WebGL 2', () => {
  it('has no renderer', () => {
    const canvas = { getContext: () => null } as unknown as HTMLCanvasElement
    expect(() => new SheetRenderer(canvas)).toThrow(expect.objectContaining({ code: 'webgl-not-supported' }))
  })

  it('is reported with the log of a program that does not link, except after a lost context', () => {
    const broken = (isLost: boolean): WebGL2RenderingContext =>
      new Proxy(recorded.gl, {
        get: (target, name) => {
          if (name === 'getProgramParameter') return () => false
          if (name === 'isContextLost') return () => isLost
          if (name === 'getProgramInfoLog') return () => 'too many uniforms'
          return Reflect.get(target, name) as unknown
        },
      })
    expect(() => new GlProgram(broken(false), '', '')).toThrow(/too many uniforms/)
    expect(() => new GlProgram(broken(true), '', '')).not.toThrow()
  })

  it('looks up the location of a uniform once', () => {
    const program = new GlProgram(recorded.gl, 'v', 'f')
    expect([program.getLocation('a'), program.getLocation('a'), program.getLocation('b')]).toEqual(['a', 'a', 'b'])
    expect(recorded.listArgs('getUniformLocation')).toHaveLength(2)
  })
})

describe('a restored context', () => {
  it('has its programs again', () => {
    renderer.restore()
    expect(recorded.listArgs('linkProgram')).toHaveLength(4)
    const sheet = upload({ fills: [square] })
    renderer.begin(0)
    renderer.draw(createPass(sheet))
    expect(renderer.draws).toBe(1)
  })
})
