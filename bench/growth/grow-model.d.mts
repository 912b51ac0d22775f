/** Writes a model of at least `bytes` bytes: copies of the IFC file `source` on a square grid, always whole ones. */
export function growModel(options: { readonly source: string; readonly target: string; readonly bytes: number }): void
