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
import type { CapPart, PlaneCaps } from './cap-parts.js'
import { chooseHatch } from '../../engine/geometry/hatch.js'
import { pointOnPlane } from '../../engine/geometry/plane-frame.js'

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
    const fills: CapVertices = { position: [], planePoint: [], plane: [] }
    const outlines = { from: [] as number[], to: [] as number[], plane: [] as number[] }
    this.#tinted = []
    caps.forEach(({ frame, parts }, plane) => {
      // Where caps overlap the smaller one is on top: it is usually embedded in the other.
      for (const part of [...parts].sort((a, b) => b.area - a.area)) {
        this.#addFill(fills, { part, frame, plane })
        for (let at = 0; at < part.outline.length; at += 4) {
          outlines.from.push(...pointOnPlane(frame, part.outline[at], part.outline[at + 1]))
          outlines.to.push(...pointOnPlane(frame, part.outline[at + 2], part.outline[at + 3]))
          outlines.plane.push(plane)
        }
      }
    })
    this.#setFills(fills)
    this.#setOutlines(outlines)
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
      for (let vertex = start; vertex < end; vertex++)
        (tint.array as Uint8Array).set([color[0], color[1], color[2], fill], vertex * 4)
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

  #addFill(into: CapVertices, { part, frame, plane }: FilledPart): void {
    if (part.fill.length === 0) return
    const start = into.plane.length
    for (let at = 0; at < part.fill.length; at += 2) {
      into.position.push(...pointOnPlane(frame, part.fill[at], part.fill[at + 1]))
      into.planePoint.push(part.fill[at], part.fill[at + 1])
      into.plane.push(plane)
    }
    this.#tinted.push({ instance: part.instance, start, end: into.plane.length })
  }

  #setFills({ position, planePoint, plane }: CapVertices): void {
    const geometry = new BufferGeometry()
    geometry.boundingSphere = new Sphere()
    geometry.setAttribute('position', new BufferAttribute(Float32Array.from(position), 3))
    geometry.setAttribute('place', new BufferAttribute(Float32Array.from(planePoint), 2))
    geometry.setAttribute('tint', new BufferAttribute(new Uint8Array(plane.length * 4), 4, true))
    geometry.setAttribute('planeNumber', new BufferAttribute(Uint8Array.from(plane), 1))
    this.fills.geometry.dispose()
    this.fills.geometry = geometry
    this.fills.visible = plane.length > 0
    this.selected.geometry.dispose()
    this.selected.geometry = new BufferGeometry()
    this.selected.geometry.boundingSphere = new Sphere()
    for (const name of ['position', 'planeNumber'] as const)
      this.selected.geometry.setAttribute(name, geometry.getAttribute(name))
  }

  /** Repeats each segment for its four vertices: the software renderer draws every instance as a call of its own. */
  #setOutlines({ from, to, plane }: { from: number[]; to: number[]; plane: number[] }): void {
    const count = plane.length
    const positions = new Int8Array(count * 8)
    const ends = { from: new Float32Array(count * 12), to: new Float32Array(count * 12) }
    const planes = new Uint8Array(count * 4)
    const indices = new Uint32Array(count * 6)
    for (let segment = 0; segment < count; segment++) {
      ribbonVertices.forEach((position, at) => {
        const vertex = segment * 4 + at
        positions.set(position, vertex * 2)
        for (let axis = 0; axis < 3; axis++) {
          ends.from[vertex * 3 + axis] = from[segment * 3 + axis]
          ends.to[vertex * 3 + axis] = to[segment * 3 + axis]
        }
        planes[vertex] = plane[segment]
      })
      ribbonIndices.forEach((index, at) => (indices[segment * 6 + at] = segment * 4 + index))
    }
    const geometry = new BufferGeometry()
    // three.js would compute it from vertices that are not model positions.
    geometry.boundingSphere = new Sphere()
    geometry.setAttribute('position', new BufferAttribute(positions, 2))
    geometry.setAttribute('from', new BufferAttribute(ends.from, 3))
    geometry.setAttribute('to', new BufferAttribute(ends.to, 3))
    geometry.setAttribute('planeNumber', new BufferAttribute(planes, 1))
    geometry.setIndex(new BufferAttribute(indices, 1))
    this.outlines.geometry.dispose()
    this.outlines.geometry = geometry
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

interface CapVertices {
  readonly position: number[]
  readonly planePoint: number[]
  readonly plane: number[]
}

interface FilledPart {
  readonly part: CapPart
  readonly frame: PlaneCaps['frame']
  readonly plane: number
}
