import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  Mesh,
  RawShaderMaterial,
  Sphere,
  Vector2,
  Vector3,
  type Camera,
  type IUniform,
  type WebGLRenderer,
} from 'three'
import type { Theme } from '../../engine/types.js'
import { maxCutPlanes, type CutPlane } from '../../engine/store/cut.js'
import type { ModelGeometry } from '../../engine/model/model-geometry.js'
import { writeDepths } from './cap-depths.js'
import {
  capFragmentShader,
  capVertexShader,
  maskFragmentShader,
  maskVertexShader,
  outlineFragmentShader,
  outlineVertexShader,
} from './cap-shaders.js'
import type { PlaneCaps } from './cap-parts.js'
import { chooseHatch } from '../../engine/geometry/hatch.js'
import type { PlaneFrame } from '../../engine/geometry/plane-frame.js'

/** CSS pixels. */
const outlineWidth = 1.8
const pens: Readonly<Record<Theme, readonly [number, number, number]>> = {
  light: [0.07, 0.08, 0.09],
  dark: [0.93, 0.91, 0.88],
}
/** Vertices of the ribbon of a segment: along it, and to its sides; and its two triangles. */
const ribbonVertices = [
  [0, -1],
  [1, -1],
  [1, 1],
  [0, 1],
] as const
const ribbonIndices = [0, 1, 2, 0, 2, 3]

/** Fills and outlines of all caps: two draw calls, whatever the number of planes; a third for the selection. */
export class CapMesh {
  readonly fills: Mesh<BufferGeometry, RawShaderMaterial>
  readonly outlines: Mesh<BufferGeometry, RawShaderMaterial>
  /** Selected fills, drawn as 1 into the selection mask. */
  readonly selected: Mesh<BufferGeometry, RawShaderMaterial>
  readonly #depths = new Float32Array(maxCutPlanes * 3)
  readonly #uniforms: Record<string, IUniform>
  #cuts: readonly CutPlane[] = []
  /** Instances of the fills in order, with their vertex ranges. */
  #tinted: { instance: number; start: number; end: number }[] = []

  constructor() {
    this.#uniforms = {
      depths: { value: this.#depths },
      cuts: { value: new Float32Array(maxCutPlanes * 4) },
      cutCount: { value: 0 },
      hatched: { value: 1 },
      pixelRatio: { value: 1 },
      dark: { value: 0 },
      frameSize: { value: new Vector2(1, 1) },
      halfWidth: { value: 1 },
      pen: { value: new Vector3() },
    }
    this.fills = new Mesh(new BufferGeometry(), this.#material(capVertexShader, capFragmentShader))
    this.selected = new Mesh(new BufferGeometry(), this.#material(maskVertexShader, maskFragmentShader, true))
    this.outlines = new Mesh(new BufferGeometry(), this.#material(outlineVertexShader, outlineFragmentShader))
    this.fills.renderOrder = 1
    this.outlines.renderOrder = 2
    for (const mesh of [this.fills, this.outlines, this.selected]) {
      mesh.frustumCulled = false
      mesh.visible = false
      mesh.onBeforeRender = (renderer, _scene, camera) => this.#aim(renderer, camera)
    }
  }

  setTheme(theme: Theme): void {
    const [red, green, blue] = pens[theme]
    this.#uniform('dark').value = theme === 'dark' ? 1 : 0
    ;(this.#uniform('pen').value as Vector3).set(red, green, blue)
  }
  /** Switches between hatched and plain fills. */
  setHatched(hatched: boolean): void {
    this.#uniform('hatched').value = hatched ? 1 : 0
  }

  /** Shows the caps of the planes; `caps` are those of `cuts`, in order. */
  show(geometry: ModelGeometry, cuts: readonly CutPlane[], caps: readonly PlaneCaps[]): void {
    this.#cuts = cuts
    ;(this.#uniform('cuts').value as Float32Array).set(cuts.flatMap(({ normal, offset }) => [...normal, offset]))
    this.#uniform('cutCount').value = cuts.length
    this.#setSeveralPlanes(cuts.length > 1)
    // Where caps overlap the smaller one is on top: it is usually embedded in the other.
    const sorted = caps.map(({ frame, parts }) => ({ frame, parts: parts.toSorted((a, b) => b.area - a.area) }))
    this.#setFills(sorted)
    this.#setOutlines(sorted)
    this.tint(geometry)
  }

  /** Triangles of all fills, nine numbers each. */
  get triangles(): ArrayLike<number> {
    return this.fills.geometry.getAttribute('position').array
  }

  /** Updates the fills to the current element colours. */
  tint(geometry: ModelGeometry): void {
    const tint = this.fills.geometry.getAttribute('tint') as BufferAttribute | undefined
    if (tint === undefined) return
    for (const { instance, start, end } of this.#tinted) {
      const color = geometry.getColor(instance)
      const fill = chooseHatch(color)
      const texel = [color[0], color[1], color[2], fill]
      for (let vertex = start; vertex < end; vertex++) (tint.array as Uint8Array).set(texel, vertex * 4)
    }
    tint.needsUpdate = true
    this.#select(geometry)
  }

  /** Collects the vertex runs of the selected fills. */
  #select(geometry: ModelGeometry): void {
    const runs = this.#tinted.filter(({ instance }) => geometry.isSelected(instance))
    const vertices = runs.flatMap(({ start, end }) => Array.from({ length: end - start }, (_, at) => start + at))
    this.selected.geometry.setIndex(vertices)
    this.selected.visible = vertices.length > 0
  }

  dispose(): void {
    for (const mesh of [this.fills, this.outlines, this.selected]) {
      mesh.removeFromParent()
      mesh.geometry.dispose()
      mesh.material.dispose()
    }
  }

  #uniform(name: string): IUniform {
    return this.#uniforms[name]
  }

  #material(vertexShader: string, fragmentShader: string, isMask = false): RawShaderMaterial {
    return new RawShaderMaterial({
      depthWrite: !isMask,
      vertexShader,
      fragmentShader,
      glslVersion: GLSL3,
      uniforms: this.#uniforms,
      side: DoubleSide,
    })
  }

  /** Only with several planes can one cut the caps of another: testing for it costs every pixel of them. */
  #setSeveralPlanes(isSeveral: boolean): void {
    for (const { material } of [this.fills, this.outlines, this.selected]) {
      if ('SEVERAL_PLANES' in material.defines === isSeveral) continue
      material.defines = isSeveral ? { SEVERAL_PLANES: '' } : {}
      material.needsUpdate = true
    }
  }

  #setFills(caps: readonly PlaneCaps[]): void {
    const count = countPoints(caps, 'fill')
    const positions = new Float32Array(count * 3)
    const planePoints = new Float32Array(count * 2)
    const planes = new Uint8Array(count)
    this.#tinted = []
    let start = 0
    caps.forEach(({ frame, parts }, plane) => {
      for (const { instance, fill } of parts) {
        if (fill.length === 0) continue
        const end = start + fill.length / 2
        writePoints(frame, fill, positions, start)
        planePoints.set(fill, start * 2)
        planes.fill(plane, start, end)
        this.#tinted.push({ instance, start, end })
        start = end
      }
    })
    const geometry = new BufferGeometry()
    geometry.boundingSphere = new Sphere()
    geometry.setAttribute('position', new BufferAttribute(positions, 3))
    geometry.setAttribute('place', new BufferAttribute(planePoints, 2))
    geometry.setAttribute('tint', new BufferAttribute(new Uint8Array(count * 4), 4, true))
    geometry.setAttribute('planeNumber', new BufferAttribute(planes, 1))
    replaceGeometry(this.fills, geometry)
    this.fills.visible = count > 0
    const selected = new BufferGeometry()
    selected.boundingSphere = new Sphere()
    for (const name of ['position', 'planeNumber'] as const) selected.setAttribute(name, geometry.getAttribute(name))
    replaceGeometry(this.selected, selected)
  }

  /** Repeats each segment for its four vertices: the software renderer draws every instance as a call of its own. */
  #setOutlines(caps: readonly PlaneCaps[]): void {
    const count = countPoints(caps, 'outline') / 2
    const positions = new Int8Array(count * 8)
    const ends = { from: new Float32Array(count * 12), to: new Float32Array(count * 12) }
    const planes = new Uint8Array(count * 4)
    const indices = new Uint32Array(count * 6)
    let segment = 0
    caps.forEach(({ frame, parts }, plane) => {
      for (const { outline } of parts) {
        const points = new Float32Array((outline.length / 2) * 3)
        writePoints(frame, outline, points, 0)
        for (let at = 0; at < points.length; at += 6, segment++)
          for (let side = 0; side < 4; side++) {
            const vertex = segment * 4 + side
            positions[vertex * 2] = ribbonVertices[side][0]
            positions[vertex * 2 + 1] = ribbonVertices[side][1]
            for (let axis = 0; axis < 3; axis++) {
              ends.from[vertex * 3 + axis] = points[at + axis]
              ends.to[vertex * 3 + axis] = points[at + 3 + axis]
            }
            planes[vertex] = plane
          }
      }
    })
    for (let at = 0; at < indices.length; at++) indices[at] = Math.floor(at / 6) * 4 + ribbonIndices[at % 6]
    const geometry = new BufferGeometry()
    // three.js would compute it from vertices that are not model positions.
    geometry.boundingSphere = new Sphere()
    geometry.setAttribute('position', new BufferAttribute(positions, 2))
    geometry.setAttribute('from', new BufferAttribute(ends.from, 3))
    geometry.setAttribute('to', new BufferAttribute(ends.to, 3))
    geometry.setAttribute('planeNumber', new BufferAttribute(planes, 1))
    geometry.setIndex(new BufferAttribute(indices, 1))
    replaceGeometry(this.outlines, geometry)
    this.outlines.visible = count > 0
  }

  /** Updates the uniforms of the frame. */
  #aim(renderer: WebGLRenderer, camera: Camera): void {
    const target = renderer.getRenderTarget()
    const { width, height } = target ?? renderer.domElement
    const ratio = width / Math.max(1, renderer.domElement.clientWidth)
    writeDepths(this.#depths, this.#cuts, { camera, width, height })
    ;(this.#uniform('frameSize').value as Vector2).set(width, height)
    this.#uniform('pixelRatio').value = ratio
    this.#uniform('halfWidth').value = (outlineWidth * ratio) / 2
  }
}

/** Returns the number of points, two numbers each, of the fills or the outlines of all parts. */
const countPoints = (caps: readonly PlaneCaps[], name: 'fill' | 'outline'): number =>
  caps.reduce((sum, { parts }) => parts.reduce((points, part) => points + part[name].length / 2, sum), 0)

/** Writes points of a plane's own coordinates, two numbers each, as model points from number `first` on. */
function writePoints(
  { right, up, normal, offset }: PlaneFrame,
  points: Float64Array,
  target: Float32Array,
  first: number,
): void {
  for (let at = 0; at < points.length; at += 2)
    for (let axis = 0; axis < 3; axis++)
      target[(first + at / 2) * 3 + axis] = right[axis] * points[at] + up[axis] * points[at + 1] - normal[axis] * offset
}

function replaceGeometry(mesh: Mesh<BufferGeometry, RawShaderMaterial>, geometry: BufferGeometry): void {
  mesh.geometry.dispose()
  mesh.geometry = geometry
}
