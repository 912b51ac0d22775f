/** A model as the dialog shows it; its `blob:` addresses end with `release`. */
export interface ArModel {
  /** `blob:` address of a GLB. */
  readonly source: string
  /** Address of a USDZ; null where the browser makes one itself. */
  readonly usdz: string | null
  /** Where the model lies on the open web; null for one of ours. */
  readonly address: string | null
  readonly release: () => void
}

/** Told how much is done, 0 to 1, and may be told to stop. */
export interface LoadOptions {
  readonly onFraction: (fraction: number) => void
  readonly signal: AbortSignal
}

export const glbType = 'model/gltf-binary'

/** Addresses of bytes, freed together. */
export function blobAddresses(): { readonly of: (bytes: Blob) => string; readonly release: () => void } {
  const addresses: string[] = []
  return {
    of(bytes) {
      const address = URL.createObjectURL(bytes)
      addresses.push(address)
      return address
    },
    release: () => addresses.forEach((address) => URL.revokeObjectURL(address)),
  }
}
