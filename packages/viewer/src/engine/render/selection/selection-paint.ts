import type { WebGLRenderer } from 'three'
import { CoverProgram } from './cover-program.js'
import { computeCoveredRegion, limitTo } from './covered-region.js'
import type { FrameMask, FrameTarget } from '../frame-target.js'
import { occludedFill, selectionFill } from '../viewer-colors.js'
import type { SelectionMarks, SelectionRequest } from '../frame-passes.js'
import type { SceneRenderer } from '../scene-renderer.js'
import { SelectionMask } from './selection-mask.js'

/** Outline width, CSS pixels. */
const outlinePixels = 2
/** The same around lines and points, which have no fill. */
const thinOutlinePixels = 4
/** Width of the light or dark casing that separates the outline from blue objects, CSS pixels. */
const casingPixels = 1
const casingOpacity = 0.7
/** Maximum distance of the highlight from the selection, CSS pixels. */
const marginPixels = thinOutlinePixels + casingPixels + 1

/** Opacity of the line between the visible and the occluded part of the selection. */
const dividerOpacity = 0.6
/**
 * Maximum number of indices that are drawn twice, first all and then what is visible. Of a larger selection no part is
 * told from the other, so that its mask costs one pass.
 */
const maxSeparateIndices = 1_500_000

/**
 * The mipmaps of the mask exclude pixels that are not near the selection: most end there. Otherwise the maximum of
 * eight pixels on a circle gives the coverage of the outline, and of eight on a wider one, of the casing. Likewise a
 * thin line divides what is visible from what is occluded. The mask is already antialiased, so unfiltered pixels
 * suffice: a software renderer needs a third of the time of filtered ones.
 */
const fragmentShader = /* glsl */ `#version 300 es
precision mediump float;
uniform mediump sampler2D mask;
uniform highp vec2 frameSize;
uniform vec2 radii; // of outline and casing, whole pixels
uniform float coarseLevel; // whose texels are twice as wide as the casing's circle
uniform vec4 tint; // and how much of it is on surfaces
uniform vec4 casing;
uniform float occludedFill;
uniform float dividerOpacity;
out vec4 pixel;
vec2 maskAt(ivec2 at) { return texelFetch(mask, at, 0).rg; }
vec2 strongestAround(ivec2 at, float radius) {
  int along = int(radius);
  int slant = int(radius * 0.7071 + 0.5);
  vec2 straight = max(max(maskAt(at + ivec2(along, 0)), maskAt(at - ivec2(along, 0))),
    max(maskAt(at + ivec2(0, along)), maskAt(at - ivec2(0, along))));
  vec2 slanted = max(max(maskAt(at + ivec2(slant)), maskAt(at - ivec2(slant))),
    max(maskAt(at + ivec2(slant, -slant)), maskAt(at + ivec2(-slant, slant))));
  return max(straight, slanted);
}
void main() {
  vec2 coarse = textureLod(mask, gl_FragCoord.xy / frameSize, coarseLevel).rg;
  if (coarse.g == 0.0) discard;
  ivec2 at = ivec2(gl_FragCoord.xy);
  vec2 own = maskAt(at);
  if (own.r == 1.0) {
    pixel = tint;
    return;
  }
  float fill = own.r * tint.a + (own.g - own.r) * occludedFill;
  if (own.g == 1.0) {
    float divider = coarse.r == 0.0 ? 0.0 : strongestAround(at, 1.0).r * dividerOpacity;
    pixel = vec4(tint.rgb, max(fill, divider));
    return;
  }
  float near = max(own.g, strongestAround(at, radii.x).g);
  float far = near == 1.0 ? 1.0 : strongestAround(at, radii.y).g;
  float line = near * (1.0 - own.g);
  float rim = max(0.0, far - near) * casing.a;
  float all = line + rim + fill;
  pixel = vec4((tint.rgb * (line + fill) + casing.rgb * rim) / max(all, 0.001), min(all, 1.0));
}
`

/**
 * Highlights the selection in a drawn frame: an outline around it and a light fill, independent of its colours and drawn
 * through whatever occludes it. The materials do not change, so a frame without it is identical; without a selection it
 * does nothing.
 */
export class SelectionPaint implements SelectionMarks {
  readonly marginPixels = marginPixels
  readonly #renderer: WebGLRenderer
  readonly #gl: WebGL2RenderingContext
  readonly #resetState: () => void
  #program: CoverProgram | null = null

  constructor(renderer: SceneRenderer) {
    this.#renderer = renderer.three
    this.#gl = this.#renderer.getContext() as WebGL2RenderingContext
    this.#resetState = () => renderer.resetState()
  }

  /** Paints onto the frame; three.js draws there afterwards. */
  paint(request: SelectionRequest): void {
    const { target, camera, bounds, colors, pixelRatio, isThin } = request
    const gl = this.#gl
    const mask = (target.mask ??= this.#createMask(target))
    const { width, height } = target
    mask.bind()
    drawParts(mask, request)
    mask.resolve()
    const margin = (marginPixels * pixelRatio) / Math.min(width, height)
    gl.bindFramebuffer(gl.FRAMEBUFFER, target.framebuffer)
    gl.viewport(0, 0, width, height)
    for (const test of [gl.DEPTH_TEST, gl.CULL_FACE, gl.STENCIL_TEST, gl.POLYGON_OFFSET_FILL]) gl.disable(test)
    gl.bindVertexArray(null)
    gl.colorMask(true, true, true, true)
    gl.enable(gl.SCISSOR_TEST)
    limitTo(this.#renderer.state, computeCoveredRegion(camera, bounds, margin), { width, height })
    gl.enable(gl.BLEND)
    gl.blendEquation(gl.FUNC_ADD)
    gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ZERO, gl.ONE)
    const radius = Math.max(1, Math.round((isThin ? thinOutlinePixels : outlinePixels) * pixelRatio))
    const outerRadius = radius + Math.max(1, Math.round(casingPixels * pixelRatio))
    this.#program ??= new CoverProgram(this.#renderer, fragmentShader)
    this.#program.draw(
      { mask: mask.texture },
      {
        frameSize: [width, height],
        coarseLevel: Math.ceil(Math.log2(2 * outerRadius)),
        radii: [radius, outerRadius],
        tint: [...toShares(colors.color), selectionFill],
        casing: [...toShares(colors.casing), casingOpacity],
        occludedFill,
        dividerOpacity,
      },
    )
    gl.disable(gl.SCISSOR_TEST)
    gl.activeTexture(gl.TEXTURE0)
    this.#resetState()
    target.bind(width, height)
  }

  #createMask(target: FrameTarget): SelectionMask {
    const mask = new SelectionMask(this.#renderer, target)
    this.#resetState()
    return mask
  }

  /** Releases the GPU resources when the context is lost, or about to be. */
  release(): void {
    this.#program?.dispose()
    this.#program = null
  }
}

/** Draws the visible part of the selection into one channel and all of it into the other. */
function drawParts(mask: FrameMask, { indexCount, drawMask }: SelectionRequest): void {
  const isSeparate = indexCount <= maxSeparateIndices
  mask.writeChannels(!isSeparate, true)
  drawMask('all')
  if (!isSeparate) return
  mask.writeChannels(true, false)
  drawMask('visible')
  mask.writeChannels(true, true)
}

const toShares = (color: readonly number[]): number[] => color.map((value) => value / 255)
