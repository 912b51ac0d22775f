import {
  AddEquation,
  CustomBlending,
  DstColorFactor,
  NoBlending,
  OneFactor,
  OrthographicCamera,
  PerspectiveCamera,
  Vector3,
  ZeroFactor,
  type Camera,
  type Vector4,
} from 'three'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { getBoxCorners } from '../../engine/camera/bounds.js'
import { DrawLists } from '../../engine/cull/draw-lists.js'
import type { RenderedFrame } from '../../engine/render/frame-passes.js'
import type { RenderScheduler } from '../../engine/render/render-scheduler.js'
import type { SceneRenderer } from '../../engine/render/scene-renderer.js'
import { ElementStates } from '../../engine/store/element-states.js'
import { InstanceColors } from '../../engine/store/instance-colors.js'
import { InstanceStore } from '../../engine/store/instance-store.js'
import { recordGl, type RecordedGl } from '../../testing/recorded-gl.js'
import { rounded } from '../../testing/rounded.js'
import { testRandom } from '../../testing/shapes.js'
import { ShadeTarget } from './shade-target.js'
import { Shading } from './shading.js'
import { SkyBackdrop, skies } from './sky-backdrop.js'
import { sunDirection, SunLight } from './sun-light.js'

const bounds = { min: [-3, 2, 0], max: [40, 9, 12] } as const
let recorded: RecordedGl
let shading: Shading
let sunFrames: Camera[]
let resets: number
let cuts: Float64Array

/** State cache of three.js that passes everything on. */
function createState(): object {
  const { gl } = recorded
  const toFour = ({ x, y, z, w }: Vector4): [number, number, number, number] => [x, y, z, w]
  return {
    enable: (test: number) => gl.enable(test),
    disable: (test: number) => gl.disable(test),
    setScissorTest: (isOn: boolean) => (isOn ? gl.enable(gl.SCISSOR_TEST) : gl.disable(gl.SCISSOR_TEST)),
    bindFramebuffer: (target: number, framebuffer: WebGLFramebuffer | null) => gl.bindFramebuffer(target, framebuffer),
    useProgram: (program: WebGLProgram) => gl.useProgram(program),
    bindTexture: (target: number, texture: WebGLTexture) => gl.bindTexture(target, texture),
    scissor: (box: Vector4) => gl.scissor(...toFour(box)),
    viewport: (box: Vector4) => gl.viewport(...toFour(box)),
    setBlending: (...parameters: number[]) => recorded.calls.push({ name: 'setBlending', args: parameters }),
    buffers: { color: { setMask: () => undefined } },
  }
}

function createRenderer(): SceneRenderer {
  const three = {
    state: createState(),
    getContext: () => recorded.gl,
    setRenderTarget: () => undefined,
    clear: () => undefined,
    setRenderTargetFramebuffer: () => undefined,
  }
  return {
    three,
    size: { width: 800, height: 600, ratio: 1 },
    get cuts() {
      return cuts
    },
    resetState: () => resets++,
    drawFrom: (camera: Camera) => sunFrames.push(camera),
  } as unknown as SceneRenderer
}

/** A scheduler that shows a model without instances in these bounds; null: no model. */
function createScheduler(box: typeof bounds | null = bounds): RenderScheduler {
  const instances = new InstanceStore()
  const colors = { ghost: [0, 0, 0, 0], selected: [0, 0, 0, 0] } as never
  const instanceColors = new InstanceColors({ instances, states: new ElementStates(), colors })
  const content = { bounds: box, instances, instanceColors, exterior: null, batches: { lists: new DrawLists() } }
  return { content, exteriorApplies: () => false } as unknown as RenderScheduler
}

function lookAt(camera: PerspectiveCamera | OrthographicCamera, eye: Vector3): typeof camera {
  camera.up.set(0, 0, 1)
  camera.position.copy(eye)
  camera.lookAt(18, 5, 6)
  camera.updateMatrixWorld(true)
  camera.updateProjectionMatrix()
  return camera
}
const size = { width: 800, height: 600 } as const
const createFrame = (camera: Camera, tile: unknown = null): RenderedFrame =>
  ({
    request: { pose: { projection: camera instanceof PerspectiveCamera ? 'perspective' : 'orthographic' }, tile },
    camera,
    source: { framebuffer: 'source', ...size },
    into: null,
  }) as unknown as RenderedFrame
const perspective = (): Camera => lookAt(new PerspectiveCamera(50, 4 / 3, 0.5, 200), new Vector3(18, -60, 20))

/** Values of a uniform, one list per call. */
const getUniform = (name: string): number[][] =>
  recorded.calls
    .filter(({ name: call, args }) => call.startsWith('uniform') && args[0] === name)
    .map(
      ({ args }) =>
        args.slice(1).flatMap((value) => (ArrayBuffer.isView(value) ? [...(value as Int32Array)] : value)) as number[],
    )

beforeEach(() => {
  recorded = recordGl(size)
  sunFrames = []
  resets = 0
  cuts = new Float64Array(0)
  shading = new Shading(createRenderer(), createScheduler())
})

describe('shading of a frame', () => {
  it('is off until a choice is made', () => {
    expect(shading.shades).toBe(false)
    shading.choice = { ambientOcclusion: false, shadows: true, ground: true }
    expect(shading.shades).toBe(true)
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    expect(shading.shades).toBe(true)
  })

  it('depends on pixels around a tile only for ambient occlusion, in steps of the pattern', () => {
    expect(shading.computeMargin(1000)).toBe(0)
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    // Three hundredths of the height and eight pixels, up to the next multiple of eight.
    expect([1000, 600, 8000].map((height) => shading.computeMargin(height))).toEqual([40, 32, 248])
  })

  it('copies the depths, measures at half resolution, blurs, and multiplies the frame', () => {
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    shading.shade(createFrame(perspective()))
    expect(recorded.listArgs('blitFramebuffer').map((args) => args.slice(0, 8))).toEqual([
      // The box of the model covers the middle; occluders are searched 18 pixels around it.
      [151, 205, 660, 393, 151, 205, 660, 393],
    ])
    expect(recorded.listArgs('texStorage2D').map((args) => args.slice(2))).toEqual([
      ['DEPTH_COMPONENT24', 800, 600],
      ['RGBA8', 400, 300],
      ['RGBA8', 400, 300],
    ])
    expect(recorded.listArgs('viewport')).toEqual([
      [0, 0, 400, 300],
      [0, 0, 800, 600],
    ])
    expect(recorded.listArgs('drawArrays')).toHaveLength(3)
    const [before, during, after] = recorded.listArgs('setBlending')
    expect([before, after]).toEqual([[NoBlending], [NoBlending]])
    expect(during.slice(0, 7)).toEqual([
      CustomBlending,
      AddEquation,
      DstColorFactor,
      ZeroFactor,
      AddEquation,
      ZeroFactor,
      OneFactor,
    ])
    expect(sunFrames).toEqual([])
  })

  it('draws the model once more from the sun for its shadow, and lets it fall beside the model', () => {
    shading.choice = { ambientOcclusion: false, shadows: true, ground: true }
    shading.shade(createFrame(perspective()))
    expect(sunFrames).toHaveLength(1)
    expect(recorded.listArgs('drawArrays')).toHaveLength(1)
    expect(recorded.listArgs('scissor').at(-1)).toEqual([0, 0, 800, 600])
    expect(getUniform('ground')).toEqual([[0, 1]])
    expect(getUniform('darkest')).toEqual([[0.68]])
    shading.choice = { ...shading.choice, ground: false }
    recorded.calls.length = 0
    shading.shade(createFrame(perspective()))
    expect(getUniform('ground')).toEqual([[0, -1]])
  })

  it('limits ambient occlusion to the part of the frame that the model covers', () => {
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    shading.shade(createFrame(perspective()))
    const [left, bottom, width, height] = recorded.listArgs('scissor').at(-1) as number[]
    expect(width * height).toBeLessThan(800 * 600)
    // All corners of the model are in it.
    for (const point of getBoxCorners(bounds)) {
      const projected = new Vector3(...point).project(perspective())
      const [x, y] = [((projected.x + 1) / 2) * 800, ((projected.y + 1) / 2) * 600]
      expect(x >= left && x <= left + width && y >= bottom && y <= bottom + height).toBe(true)
    }
  })

  it('leaves out what a section plane parallel to a side of the model removes', () => {
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    const getTop = (...planes: number[]): number => {
      cuts = Float64Array.from(planes)
      recorded.calls.length = 0
      shading.shade(createFrame(perspective()))
      const [, bottom, , height] = recorded.listArgs('scissor').at(-1) as number[]
      return bottom + height
    }
    const uncut = getTop()
    expect(getTop(0, 0, -1, 6)).toBeLessThan(uncut)
    // Planes that remove the lower part, everything, or a slanting part do not lower the top, or not below the bottom.
    expect([getTop(0, 0, 1, -6), getTop(0, 0.6, -0.8, 5)]).toEqual([uncut, uncut])
    expect(getTop(0, 0, -1, -100)).toBeGreaterThan(0)
  })

  it('resets the state cache of three.js only after its targets were created', () => {
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    for (let frame = 0; frame < 3; frame++) shading.shade(createFrame(perspective()))
    expect(resets).toBe(1)
    // What three.js does not track is as it was.
    expect(recorded.listArgs('bindVertexArray')).toEqual([])
    expect(
      recorded
        .listArgs('bindFramebuffer')
        .filter(([target]) => target === 'READ_FRAMEBUFFER')
        .at(-1),
    ).toEqual(['READ_FRAMEBUFFER', null])
  })

  it('has no shadow without a model', () => {
    shading = new Shading(createRenderer(), createScheduler(null))
    shading.choice = { ambientOcclusion: false, shadows: true, ground: true }
    shading.shade(createFrame(perspective()))
    expect([sunFrames.length, recorded.listArgs('drawArrays').length]).toEqual([0, 0])
  })

  it('renders one shadow map for all tiles of a frame', () => {
    shading.choice = { ambientOcclusion: false, shadows: true, ground: true }
    const frame = { width: 4000, height: 3000 }
    for (const x of [0, 1000, 2000])
      shading.shade(createFrame(perspective(), { frame, x, y: 0, width: 1000, height: 1000 }))
    expect(sunFrames).toHaveLength(1)
    shading.shade(createFrame(perspective(), { frame: { ...frame }, x: 0, y: 0, width: 1000, height: 1000 }))
    expect(sunFrames).toHaveLength(2)
  })

  it('continues its pattern of two by two half pixels across tiles', () => {
    shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
    const frame = { width: 4000, height: 3000 }
    const getOffset = (x: number, y: number): number[] => {
      recorded.calls.length = 0
      shading.shade(createFrame(perspective(), { frame, x, y, width: 1000, height: 1000 }))
      return getUniform('corner')[0].map(Number)
    }
    // The bottom of the tile is 2,000 − y pixels above that of the frame.
    expect([getOffset(0, 0), getOffset(2, 0), getOffset(4, 2)]).toEqual([
      [0, 0],
      [1, 0],
      [0, 1],
    ])
  })

  it('frees its resources, and creates them again with the next frame', () => {
    shading.choice = { ambientOcclusion: true, shadows: true, ground: true }
    shading.shade(createFrame(perspective()))
    const created = recorded.listArgs('createTexture').length
    shading.release()
    expect(recorded.listArgs('deleteTexture').filter(([texture]) => texture !== null)).toHaveLength(created)
    // Two programs of ambient occlusion, and the one of the shading that was needed.
    expect(recorded.listArgs('deleteProgram')).toHaveLength(3)
    recorded.calls.length = 0
    shading.shade(createFrame(perspective()))
    expect(recorded.listArgs('createProgram')).toHaveLength(3)
  })
})

describe('view positions from depths', () => {
  it.each(['perspective', 'orthographic'] as const)(
    'are those of the drawn points, in a %s view (seed 171)',
    (projection) => {
      const random = testRandom(171)
      shading.choice = { ambientOcclusion: true, shadows: false, ground: false }
      for (let round = 0; round < 30; round++) {
        const eye = new Vector3(18 + random() * 40 - 20, -60 - random() * 20, 20 * random())
        const camera =
          projection === 'perspective'
            ? lookAt(new PerspectiveCamera(30 + random() * 40, 4 / 3, 0.5, 300), eye)
            : lookAt(new OrthographicCamera(-40, 40, 30, -30, 0.5, 300), eye)
        recorded.calls.length = 0
        shading.shade(createFrame(camera))
        const [[scaleX, scaleY, shiftX, shiftY]] = getUniform('lens')
        const [[depthScale, depthShift, isPerspective]] = getUniform('range')
        const point = new Vector3(random() * 40 - 3, 2 + random() * 7, random() * 12)
        const clip = point.clone().project(camera)
        const [x, y] = [((clip.x + 1) / 2) * 800, ((clip.y + 1) / 2) * 600]
        // As in the shader.
        const z = isPerspective > 0.5 ? -depthShift / (clip.z + depthScale) : (clip.z - depthShift) / depthScale
        const spread = isPerspective > 0.5 ? -z : 1
        const position = [(x * scaleX + shiftX) * spread, (y * scaleY + shiftY) * spread, z]
        const expected = point.clone().applyMatrix4(camera.matrixWorldInverse)
        expect(rounded(position, 2)).toEqual(rounded(expected.toArray(), 2))
        const [[metresPerPixel]] = getUniform('metresPerPixel')
        // One pixel up at this depth.
        expect(metresPerPixel).toBeCloseTo(scaleY, 12)
      }
    },
  )
})

describe('the light of the sun', () => {
  it('has the whole model in its map, nearer parts first', () => {
    const sun = new SunLight({ renderer: createRenderer(), scheduler: createScheduler(), gl: recorded.gl })
    expect(sun.render()).toBe(true)
    for (const point of getBoxCorners(bounds)) {
      const clip = new Vector3(...point).applyMatrix4(sun.toSunClip)
      expect(Math.max(...clip.toArray().map(Math.abs))).toBeLessThanOrEqual(1)
    }
    const point = new Vector3(10, 5, 5)
    const towardsSun = point.clone().add(new Vector3(...sunDirection))
    const depth = (one: Vector3): number => one.clone().applyMatrix4(sun.toSunClip).z
    expect(depth(towardsSun)).toBeLessThan(depth(point))
    // On the line to the sun both are at one position of the map.
    const [a, b] = [point, towardsSun].map((one) => one.clone().applyMatrix4(sun.toSunClip))
    expect(rounded([a.x - b.x, a.y - b.y], 9)).toEqual([0, 0])
  })

  it('has texels as large as a 2,048th of the larger side of its frame', () => {
    const sun = new SunLight({ renderer: createRenderer(), scheduler: createScheduler(), gl: recorded.gl })
    sun.render()
    const one = new Vector3(0, 0, 0).applyMatrix4(sun.toSunClip)
    const right = new Vector3(1, 0, 0).cross(new Vector3(...sunDirection)).normalize()
    const other = right.applyMatrix4(sun.toSunClip)
    // A metre across the light covers as many texels, in clip units of 1,024 texels along the larger side.
    const texels = Math.hypot(other.x - one.x, other.y - one.y) * 1024
    expect(texels).toBeGreaterThanOrEqual(1 / sun.texelMetres - 1e-6)
  })

  it('comes from above, from the south west', () => {
    const [x, y, z] = sunDirection
    expect([x < 0, y < 0, z > 0]).toEqual([true, true, true])
    expect(Math.hypot(x, y, z)).toBeCloseTo(1, 12)
  })
})

describe('a target of the shading', () => {
  it('is created again only when its size changes', () => {
    const target = new ShadeTarget(recorded.gl, 'bytes')
    expect([target.resize(10, 20), target.resize(10, 20), target.resize(20, 20)]).toEqual([true, false, true])
    expect([target.width, target.height]).toEqual([20, 20])
    expect(recorded.listArgs('framebufferTexture2D').map(([, attachment]) => attachment)).toEqual([
      'COLOR_ATTACHMENT0',
      'COLOR_ATTACHMENT0',
    ])
    target.dispose()
    expect([target.texture, target.framebuffer]).toEqual([null, null])
  })

  it.each([
    ['depth', 'NEAREST', 0],
    ['compared-depth', 'LINEAR', 1],
    ['bytes', 'LINEAR', 0],
  ] as const)('has the filter of its format: %s, %s', (format, filter, compares) => {
    new ShadeTarget(recorded.gl, format).resize(4, 4)
    const parameters = recorded.listArgs('texParameteri')
    expect(parameters.filter(([, name]) => String(name).endsWith('FILTER')).map(([, , value]) => value)).toEqual([
      filter,
      filter,
    ])
    expect(parameters.filter(([, name]) => name === 'TEXTURE_COMPARE_MODE')).toHaveLength(compares)
  })
})

describe('the sky', () => {
  it('covers the whole frame without gaps or overlaps', () => {
    const { geometry } = new SkyBackdrop().mesh
    const { array } = geometry.getAttribute('position')
    const indices = geometry.index?.array ?? []
    let area = 0
    for (let at = 0; at < indices.length; at += 3) {
      const [a, b, c] = [0, 1, 2].map((side) => [array[indices[at + side] * 2], array[indices[at + side] * 2 + 1]])
      const twice = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
      expect(twice).toBeGreaterThan(0)
      area += twice / 2
    }
    expect(area).toBeCloseTo(4, 6)
    expect([Math.min(...array), Math.max(...array)]).toEqual([-1, 1])
  })

  it.each(['light', 'dark'] as const)('has the colours of the %s theme as they are written', (theme) => {
    const sky = new SkyBackdrop()
    sky.setTheme(theme)
    for (const [name, color] of Object.entries(skies[theme])) {
      const { r, g, b } = sky.mesh.material.uniforms[name].value as { r: number; g: number; b: number }
      expect(
        [r, g, b]
          .map((part) =>
            Math.round(part * 255)
              .toString(16)
              .padStart(2, '0'),
          )
          .join('')
          .toUpperCase(),
      ).toBe(color.slice(1))
    }
  })

  it('follows the camera, and is removed with the effects', () => {
    const sky = new SkyBackdrop()
    const { onBeforeRender, material } = sky.mesh
    // It is drawn after the surfaces, at the far end of the depths.
    expect([material.depthTest, material.depthWrite, material.transparent]).toEqual([true, false, false])
    const aim = (camera: Camera): void =>
      onBeforeRender.call(sky.mesh, ...([null, null, camera] as unknown as Parameters<typeof onBeforeRender>))
    const camera = perspective()
    aim(camera)
    expect(material.uniforms['viewToWorld'].value).toEqual(camera.matrixWorld)
    expect(material.uniforms['unproject'].value).toEqual(camera.projectionMatrixInverse)
    expect(material.uniforms['halfHeight'].value).toBe(0)
    aim(new OrthographicCamera(-4, 4, 3, -3))
    expect(material.uniforms['halfHeight'].value).toBe(3)
    const dispose = vi.spyOn(material, 'dispose')
    sky.dispose()
    expect(dispose).toHaveBeenCalledTimes(1)
  })
})
