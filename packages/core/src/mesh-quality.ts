/** Tessellation qualities of exact solids, from coarse and fast to fine and slow. */
export const meshQualities = ['draft', 'standard', 'fine'] as const

/** One of `meshQualities`; models are translated with `standard` by default. */
export type MeshQuality = (typeof meshQualities)[number]

/** Returns the quality in the stored options of a translation; `standard` by default. */
export function getMeshQuality(options: Readonly<Record<string, unknown>>): MeshQuality {
  return meshQualities.find((quality) => quality === options['quality']) ?? 'standard'
}
