import {
  BufferAttribute,
  BufferGeometry,
  Color,
  GLSL3,
  Matrix4,
  Mesh,
  RawShaderMaterial,
  Sphere,
  type Camera,
} from 'three'
import type { Theme } from '../../engine/types.js'
import { skyFragmentShader, skyVertexShader } from './sky-shaders.js'

const parts = ['zenith', 'haze', 'ground', 'nadir'] as const
/** Gradient colours from the zenith to the horizon, and from there to the nadir, CSS hexadecimal. */
export const skies: Readonly<Record<Theme, Readonly<Record<(typeof parts)[number], string>>>> = {
  light: { zenith: '#B4C9D9', haze: '#F4F2EC', ground: '#EBE7DF', nadir: '#D9D3C7' },
  dark: { zenith: '#0C1218', haze: '#2B3238', ground: '#1D2022', nadir: '#111314' },
}

const columns = 12
const rows = 120

/** Creates a vertex grid over the whole frame, rows closer than columns: colours change with height. */
function createGrid(): BufferGeometry {
  const positions: number[] = []
  const indices: number[] = []
  for (let row = 0; row <= rows; row++)
    for (let column = 0; column <= columns; column++) {
      positions.push((column / columns) * 2 - 1, (row / rows) * 2 - 1)
      if (row === rows || column === columns) continue
      const at = row * (columns + 1) + column
      const above = at + columns + 1
      indices.push(at, at + 1, above, above, at + 1, above + 1)
    }
  const geometry = new BufferGeometry()
  geometry.setAttribute('position', new BufferAttribute(Float32Array.from(positions), 2))
  geometry.setIndex(new BufferAttribute(Uint16Array.from(indices), 1))
  geometry.boundingSphere = new Sphere()
  return geometry
}

/** Sky, horizon and ground behind the model: drawn at the far end of the depths, where no surface is in front. */
export class SkyBackdrop {
  readonly mesh: Mesh<BufferGeometry, RawShaderMaterial>
  readonly #colours = Object.fromEntries(parts.map((part) => [part, { value: new Color() }]))
  readonly #unproject = new Matrix4()
  readonly #viewToWorld = new Matrix4()
  readonly #halfHeight = { value: 0 }

  constructor() {
    const geometry = createGrid()
    const material = new RawShaderMaterial({
      name: 'sky',
      glslVersion: GLSL3,
      vertexShader: skyVertexShader,
      fragmentShader: skyFragmentShader,
      uniforms: {
        ...this.#colours,
        unproject: { value: this.#unproject },
        viewToWorld: { value: this.#viewToWorld },
        halfHeight: this.#halfHeight,
      },
      depthWrite: false,
    })
    this.mesh = new Mesh(geometry, material)
    this.mesh.frustumCulled = false
    this.mesh.onBeforeRender = (_renderer, _scene, camera) => this.#aim(camera)
  }

  setTheme(theme: Theme): void {
    // Colours mix in sRGB here; three.js takes hexadecimal colours as sRGB and stores them linear.
    for (const part of parts) this.#colours[part]?.value.set(skies[theme][part]).convertLinearToSRGB()
  }

  dispose(): void {
    this.mesh.removeFromParent()
    this.mesh.geometry.dispose()
    this.mesh.material.dispose()
  }

  #aim(camera: Camera): void {
    this.#unproject.copy(camera.projectionMatrixInverse)
    this.#viewToWorld.copy(camera.matrixWorld)
    const { top } = camera as { readonly top?: number }
    this.#halfHeight.value = top ?? 0
  }
}
