import { toLinear } from '../kit/geometry-arrays.js'
import { computeExtent } from '../kit/gltf/glb-layout.js'
import type { BakedPart } from '../kit/baking/baked-part.js'

/** Approximate count of numbers per text chunk: a string cannot hold a complete model. */
const numbersPerChunk = 60_000

/** Settings of the USDA writer. */
export interface UsdaSettings {
  readonly creator: string
  /** Paths of the images next to the scene, by number. */
  readonly imagePaths: ReadonlyMap<number, string>
}

/** Writes a scene as Universal Scene Description text, in metres and Y up, anchored to a horizontal plane. */
export function* usdaText(parts: readonly BakedPart[], { creator, imagePaths }: UsdaSettings): Generator<string> {
  yield `#usda 1.0
(
    customLayerData = {
        string creator = ${JSON.stringify(creator)}
    }
    defaultPrim = "Model"
    metersPerUnit = 1
    upAxis = "Y"
)

def Xform "Model" (
    prepend apiSchemas = ["Preliminary_AnchoringAPI"]
    kind = "component"
)
{
    uniform token preliminary:anchoring:type = "plane"
    uniform token preliminary:planeAnchoring:alignment = "horizontal"

    def Scope "Materials"
    {
${parts.map((part, number) => materialText(part, number, imagePaths)).join('\n')}
    }
`
  for (const [number, part] of parts.entries()) yield* meshText(part, number)
  yield '}\n'
}

function materialText(part: BakedPart, number: number, files: UsdaSettings['imagePaths']): string {
  const opacity = part.color[3] / 255
  const path = `/Model/Materials/Material${number}`
  const file = part.texture ? files.get(part.texture.number) : undefined
  const diffuse =
    file === undefined
      ? `color3f inputs:diffuseColor = (${computeDiffuse(part).map(rounded(10_000)).join(', ')})`
      : `color3f inputs:diffuseColor.connect = <${path}/Picture.outputs:rgb>`
  return `        def Material "Material${number}"
        {
            token outputs:surface.connect = </Model/Materials/Material${number}/Surface.outputs:surface>

            def Shader "Surface"
            {
                uniform token info:id = "UsdPreviewSurface"
                ${diffuse}
                float inputs:metallic = 0
                float inputs:opacity = ${rounded(1000)(opacity)}
                float inputs:roughness = 0.9
                token outputs:surface
            }${file === undefined ? '' : textureText(part, path, file)}
        }`
}

/** Writes a texture and its coordinate reader, scaled by the part's colour. */
function textureText(part: BakedPart, path: string, file: string): string {
  const wrap = part.texture?.isClamped === true ? 'clamp' : 'repeat'
  return `

            def Shader "Coordinates"
            {
                uniform token info:id = "UsdPrimvarReader_float2"
                string inputs:varname = "st"
                float2 outputs:result
            }

            def Shader "Picture"
            {
                uniform token info:id = "UsdUVTexture"
                asset inputs:file = @${file}@
                float4 inputs:scale = (${[...computeDiffuse(part).map(rounded(10_000)), 1].join(', ')})
                token inputs:sourceColorSpace = "sRGB"
                float2 inputs:st.connect = <${path}/Coordinates.outputs:result>
                token inputs:wrapS = "${wrap}"
                token inputs:wrapT = "${wrap}"
                float3 outputs:rgb
            }`
}

/** Computes the diffuse colour; Quick Look ignores vertex colours, so their mean replaces them. */
function computeDiffuse({ color, vertexColors }: BakedPart): number[] {
  const own = color.slice(0, 3).map(toLinear)
  if (vertexColors === null) return own
  const sums = [0, 0, 0, 0]
  for (let at = 0; at < vertexColors.length; at++) sums[at % 4] += vertexColors[at]
  const vertices = vertexColors.length / 4
  return own.map((value, channel) => (value * sums[channel]) / (vertices * 65535))
}

function* meshText(part: BakedPart, number: number): Generator<string> {
  const { min, max } = computeExtent(part.positions)
  const formatPoint = (point: readonly number[]): string => `(${point.map(rounded(1000)).join(', ')})`
  yield `
    def Mesh "Part${number}" (
        prepend apiSchemas = ["MaterialBindingAPI"]
    )
    {
        uniform bool doubleSided = ${part.isSingleSided ? 0 : 1}
        float3[] extent = [${formatPoint(min)}, ${formatPoint(max)}]
        int[] faceVertexCounts = [`
  yield* listed(new Uint32Array(part.indices.length / 3).fill(3), String)
  yield `]
        int[] faceVertexIndices = [`
  yield* listed(part.indices, String)
  yield `]
        rel material:binding = </Model/Materials/Material${number}>
        normal3f[] normals = [`
  yield* triples(part.normals, 100)
  yield `] (
            interpolation = "vertex"
        )
        point3f[] points = [`
  yield* triples(part.positions, 1000)
  if (part.textureCoordinates) {
    yield `]
        texCoord2f[] primvars:st = [`
    yield* pairs(part.textureCoordinates)
    yield `] (
            interpolation = "vertex"
        )
        uniform token subdivisionScheme = "none"
    }
`
    return
  }
  yield `]
        uniform token subdivisionScheme = "none"
    }
`
}

function* listed(numbers: Uint32Array, text: (value: number) => string): Generator<string> {
  for (let start = 0; start < numbers.length; start += numbersPerChunk) {
    const fragment = Array.from(numbers.subarray(start, start + numbersPerChunk), text).join(',')
    yield start === 0 ? fragment : `,${fragment}`
  }
}

function* triples(numbers: Float32Array, steps: number): Generator<string> {
  const round = rounded(steps)
  for (let start = 0; start < numbers.length; start += numbersPerChunk) {
    const end = Math.min(numbers.length, start + numbersPerChunk)
    const fragment: string[] = []
    for (let at = start; at < end; at += 3) {
      fragment.push(`(${round(numbers[at])},${round(numbers[at + 1])},${round(numbers[at + 2])})`)
    }
    yield start === 0 ? fragment.join(',') : `,${fragment.join(',')}`
  }
}

/** Yields coordinate pairs; USD measures v from the image's lower edge up. */
function* pairs(coordinates: Float32Array): Generator<string> {
  const round = rounded(10_000)
  for (let start = 0; start < coordinates.length; start += numbersPerChunk) {
    const end = Math.min(coordinates.length, start + numbersPerChunk)
    const fragment: string[] = []
    for (let at = start; at < end; at += 2)
      fragment.push(`(${round(coordinates[at])},${round(1 - coordinates[at + 1])})`)
    yield start === 0 ? fragment.join(',') : `,${fragment.join(',')}`
  }
}

/** Returns a function that rounds to the given steps per unit; never returns -0. */
const rounded =
  (steps: number) =>
  (value: number): number =>
    Math.round(value * steps) / steps + 0
