import type { WebGLRenderer } from 'three'
import { CoverProgram } from './cover-program.js'
import { coveredShare, limitTo } from './covered-share.js'
import type { FrameTarget } from '../render/frame-target.js'
import { selectionFill } from '../render/look.js'
import type { SelectionMarks, SelectionRequest } from '../render/picture-passes.js'
import type { SceneRenderer } from '../render/scene-renderer.js'
import { SelectionMask } from './selection-mask.js'

/** CSS pixels. */
const outlinePixels = 2
/** The outline stands out from what is blue itself by a thin light or dark line around it, CSS pixels. */
const casingPixels = 1
const casingOpacity = 0.7
/** So far from what is selected something is painted, CSS pixels. */
const marginPixels = outlinePixels + casingPixels + 1

/**
 * Directions around a pixel: all round for the outline, in between for the casing, which lies further out. Of thin lines the
 * mask's own filter fills the gaps.
 */
const fragmentShader = /* glsl */ `#version 300 es
precision mediump float;
uniform mediump sampler2D mask;
uniform highp vec2 pictureSize;
uniform vec2 radii; // of outline and casing, pixels
uniform vec4 tint; // and how much of it is on surfaces
uniform vec4 casing;
out vec4 pixel;
const vec2 around[8] = vec2[8](
  vec2(1.0, 0.0), vec2(0.7071, 0.7071), vec2(0.0, 1.0), vec2(-0.7071, 0.7071),
  vec2(-1.0, 0.0), vec2(-0.7071, -0.7071), vec2(0.0, -1.0), vec2(0.7071, -0.7071));
void main() {
  highp vec2 at = gl_FragCoord.xy / pictureSize;
  float own = texture(mask, at).r;
  if (own == 1.0) {
    pixel = tint;
    return;
  }
  float near = own;
  float far = own;
  for (int side = 0; side < 8; side++) {
    near = max(near, texture(mask, at + around[side] * radii.x / pictureSize).r);
    far = max(far, texture(mask, at + around[side] * radii.y / pictureSize).r);
  }
  if (max(near, far) == 0.0) discard;
  float line = max(near, own) * (1.0 - own);
  float rim = far * (1.0 - near) * casing.a;
  float all = line + rim + own * tint.a;
  pixel = vec4((tint.rgb * (line + own * tint.a) + casing.rgb * rim) / max(all, 0.001), min(all, 1.0));
}
`

/**
 * Marks what is selected in a picture that is drawn: an outline around it and a light fill, whatever it looks like. The
 * materials are not touched, so a picture without it is the same picture; nothing is done while nothing is selected.
 */
export class SelectionPaint implements SelectionMarks {
  readonly marginPixels = marginPixels
  readonly #renderer: WebGLRenderer
  readonly #gl: WebGL2RenderingContext
  readonly #forgetState: () => void
  #program: CoverProgram | null = null

  constructor(renderer: SceneRenderer) {
    this.#renderer = renderer.three
    this.#gl = this.#renderer.getContext() as WebGL2RenderingContext
    this.#forgetState = () => renderer.forgetState()
  }

  /** Paints onto the picture; three.js draws there afterwards. */
  paint({ target, camera, bounds, colors, pixelRatio, drawMask }: SelectionRequest): void {
    const gl = this.#gl
    const mask = (target.mask ??= this.#createMask(target))
    const { width, height } = target
    mask.bind()
    drawMask()
    mask.resolve()
    const margin = (marginPixels * pixelRatio) / Math.min(width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer)
    gl.viewport(0, 0, width, height)
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.STENCIL_TEST, gl.POLYGON_OFFSET_FILL]) gl.disable(test)
    gl.bindVertexArray(null)
    gl.colorMask(true, true, true, true)
    gl.enable(gl.SCISSOR_TEST)
    limitTo(gl, coveredShare(camera, bounds, margin), { width, height })
    gl.enable(gl.BLEND)
    gl.blendEquation(gl.FUNC_ADD)
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE)
    this.#program ??= new CoverProgram(gl, fragmentShader)
    this.#program.draw(
      { mask: mask.texture },
      {
        pictureSize: [width, height],
        radii: [outlinePixels * pixelRatio, (outlinePixels + casingPixels) * pixelRatio],
        tint: [...toShares(colors.color), selectionFill],
        casing: [...toShares(colors.casing), casingOpacity],
      },
    )
    gl.disable(gl.SCISSOR_TEST)
    gl.activeTexture(gl.TEXTURE0)
    this.#forgetState()
    target.bind(width, height)
  }

  #createMask(target: FrameTarget): SelectionMask {
    const mask = new SelectionMask(this.#renderer, target)
    this.#forgetState()
    return mask
  }

  /** The card is gone, with all that was made on it, or is about to. */
  release(): void {
    this.#program?.dispose()
    this.#program = null
  }
}

const toShares = (color: readonly number[]): number[] => color.map((value) => value / 255)
