import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  GLSL3,
  LineSegments,
  Mesh,
  RawShaderMaterial,
  Vector4,
} from 'three'
import type { Viewer } from '../../engine/api.js'
import type { InstanceShape, ModelGeometry } from '../../engine/model/model-geometry.js'
import { selectionColors } from '../../engine/render/viewer-colors.js'
import { elementFlag } from '../../engine/store/element-states.js'
import { listEdges } from './volume-edges.js'

/** Maximum number of volumes and of their triangles; of more, the first are drawn. */
const maxVolumes = 500
const maxTriangles = 200_000
const vertexShader = /* glsl */ `
precision highp float;
uniform mat4 modelViewMatrix;
uniform mat4 projectionMatrix;
in vec3 position;
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`

const fragmentShader = /* glsl */ `
precision mediump float;
uniform vec4 tint;
out vec4 pixel;
void main() {
  pixel = tint;
}`

/** Opacity of the edges. */
const edgeOpacity = 0.85

/** Creates a material of one colour that is drawn over everything. */
function createMaterial(tint: Vector4): RawShaderMaterial {
  const uniforms = { tint: { value: tint } }
  const material = new RawShaderMaterial({
    vertexShader,
    fragmentShader,
    uniforms,
    glslVersion: GLSL3,
    side: DoubleSide,
  })
  return Object.assign(material, { depthTest: false, depthWrite: false })
}

/**
 * Draws the selected elements that are hidden by default, such as rooms, as volumes with all their edges: through the
 * model, and only while they are selected. Their visibility does not change, and clicks pass through them.
 */
export class SelectedVolumes {
  readonly #viewer: Viewer
  readonly #fill: Mesh<BufferGeometry, RawShaderMaterial>
  readonly #edges: LineSegments<BufferGeometry, RawShaderMaterial>
  /** Segments of elements that consist of lines, such as annotations. */
  readonly #lines: LineSegments<BufferGeometry, RawShaderMaterial>
  readonly #edgeTint = new Vector4()
  readonly #stops: readonly (() => void)[]
  #elements: readonly number[] = []

  constructor(viewer: Viewer) {
    this.#viewer = viewer
    const material = createMaterial(new Vector4(1, 1, 1, 1))
    this.#fill = new Mesh(new BufferGeometry(), material)
    const edgeMaterial = Object.assign(createMaterial(this.#edgeTint), { transparent: true })
    this.#edges = new LineSegments(new BufferGeometry(), edgeMaterial)
    this.#lines = new LineSegments(new BufferGeometry(), material)
    for (const object of this.#objects) Object.assign(object, { frustumCulled: false, visible: false })
    viewer.stage.renderer.selectedOverlay.add(this.#fill, this.#lines)
    viewer.stage.renderer.selectedLines.add(this.#edges)
    const update = (): void => this.#update()
    const names = ['selectionChanged', 'visibilityChanged', 'modelComplete', 'modelUnloaded', 'elementsMoved'] as const
    this.#stops = [...names.map((name) => viewer.on(name, update)), viewer.on('themeChanged', () => this.#setColor())]
    this.#setColor()
    this.#update()
  }

  /** Elements that are drawn. */
  get elements(): readonly number[] {
    return this.#elements
  }

  dispose(): void {
    for (const stop of this.#stops) stop()
    for (const object of this.#objects) {
      object.geometry.dispose()
      object.material.dispose()
      object.removeFromParent()
    }
    this.#viewer.invalidate()
  }

  get #objects() {
    return [this.#fill, this.#edges, this.#lines] as const
  }

  #setColor(): void {
    const [red, green, blue] = selectionColors[this.#viewer.theme]
    this.#edgeTint.set(red / 255, green / 255, blue / 255, edgeOpacity)
  }

  #update(): void {
    const { geometry } = this.#viewer
    const before = this.#elements
    this.#elements = geometry === null ? [] : this.#listVolumes()
    if (before.length + this.#elements.length === 0) return
    const collect = (kind: 'triangles' | 'lines'): number[] =>
      geometry === null ? [] : collectVertices(geometry, this.#elements, kind)
    const triangles = collect('triangles')
    for (const object of this.#objects) object.geometry.dispose()
    this.#fill.geometry = toGeometry(triangles)
    this.#edges.geometry = toGeometry(listEdges(triangles))
    this.#lines.geometry = toGeometry(collect('lines'))
    for (const object of this.#objects) object.visible = object.geometry.getAttribute('position').count > 0
    this.#viewer.invalidate()
  }

  /** Returns the elements that the user selected, without their descendants: a storey does not show its rooms. */
  #listVolumes(): number[] {
    const { selection, states } = this.#viewer
    const volume = elementFlag.hidden | elementFlag.hiddenByDefault
    return selection.elements
      .filter((element) => (states.flagsOf(element) & (volume | elementFlag.off)) === volume)
      .slice(0, maxVolumes)
  }
}

const toGeometry = (positions: readonly number[]): BufferGeometry =>
  new BufferGeometry().setAttribute('position', new BufferAttribute(Float32Array.from(positions), 3))

/** Collects the vertices of elements' triangles or lines: three numbers each, metres in model coordinates. */
function collectVertices(geometry: ModelGeometry, elements: readonly number[], kind: 'triangles' | 'lines'): number[] {
  const positions: number[] = []
  for (const element of elements)
    for (const instance of geometry.instancesOf(element)) {
      const shape = geometry.getShape(instance)
      const isWithinLimit = positions.length / 9 + shape.shape.indexCount / 3 <= maxTriangles
      if (shape.shape.kind === kind && isWithinLimit) addVertices(positions, shape)
    }
  return positions
}

function addVertices(positions: number[], { shape, matrix }: InstanceShape): void {
  for (let index = 0; index < shape.indexCount; index++) {
    const from = (shape.firstVertex + shape.indices[shape.indexStart + index]) * 4
    const [x, y, z] = [shape.vertices[from], shape.vertices[from + 1], shape.vertices[from + 2]]
    for (let row = 0; row < 12; row += 4)
      positions.push(matrix[row] * x + matrix[row + 1] * y + matrix[row + 2] * z + matrix[row + 3])
  }
}
