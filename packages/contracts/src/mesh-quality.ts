/** How closely meshes follow the curved surfaces of exact solids, from coarse and quick to close and slow. */
export const meshQualities = ['draft', 'standard', 'fine'] as const

/** One of `meshQualities`; `standard` is what a model is translated with unless somebody asks for another. */
export type MeshQuality = (typeof meshQualities)[number]

/** The quality in the stored options of a translation; `standard` where none was asked for. */
export function getMeshQuality(options: Readonly<Record<string, unknown>>): MeshQuality {
  return meshQualities.find((quality) => quality === options['quality']) ?? 'standard'
}
